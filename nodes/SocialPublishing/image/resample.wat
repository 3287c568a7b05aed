;; The inner loops of resample.ts. A pixel in work is four 32-bit floats: red, green, blue, unused.
(module
  (memory (export "memory") 1)

  ;; Turns bytes into pixels and lays transparency onto white: 255 + (colour - 255) * alpha / 255.
  ;; $colour and $alpha say which bytes of a pixel to take for its four numbers; a byte that does not
  ;; exist reads as 0. $opaque is 255 in each byte where the picture has no transparency, else 0.
  (func (export "widen")
    (param $source i32) (param $target i32) (param $count i32) (param $bytesPerPixel i32)
    (param $colour i32) (param $alpha i32) (param $opaque i32)
    (local $bytes v128) (local $end i32)
    (local.set $end (i32.add (local.get $target) (i32.shl (local.get $count) (i32.const 4))))
    (loop $next
      (local.set $bytes (v128.load32_zero (local.get $source)))
      (v128.store (local.get $target)
        (f32x4.add
          (v128.const f32x4 255 255 255 255)
          (f32x4.mul
            (f32x4.sub
              (call $floats (i8x16.swizzle (local.get $bytes) (i32x4.splat (local.get $colour))))
              (v128.const f32x4 255 255 255 255))
            (f32x4.mul
              (call $floats
                (v128.or
                  (i8x16.swizzle (local.get $bytes) (i32x4.splat (local.get $alpha)))
                  (i32x4.splat (local.get $opaque))))
              ;; 1/255
              (v128.const f32x4 0x1.010102p-8 0x1.010102p-8 0x1.010102p-8 0x1.010102p-8)))))
      (local.set $source (i32.add (local.get $source) (local.get $bytesPerPixel)))
      (local.set $target (i32.add (local.get $target) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $target) (local.get $end)))))

  (func $floats (param $bytes v128) (result v128)
    (f32x4.convert_i32x4_u
      (i32x4.extend_low_i16x8_u (i16x8.extend_low_i8x16_u (local.get $bytes)))))

  ;; Each of $count pixels becomes the weighted sum of neighbours in $source. $offsets holds, for each,
  ;; where its first neighbour is (bytes from $source); $weights holds $taps numbers for each, a multiple
  ;; of four. Two sums, because each addition would have to wait for the one before.
  (func (export "horizontal")
    (param $source i32) (param $target i32) (param $count i32)
    (param $offsets i32) (param $weights i32) (param $taps i32)
    (local $even v128) (local $odd v128) (local $from i32) (local $end i32) (local $weightsEnd i32)
    (local.set $end (i32.add (local.get $target) (i32.shl (local.get $count) (i32.const 4))))
    (loop $next
      (local.set $even (v128.const f32x4 0 0 0 0))
      (local.set $odd (v128.const f32x4 0 0 0 0))
      (local.set $from (i32.add (local.get $source) (i32.load (local.get $offsets))))
      (local.set $weightsEnd
        (i32.add (local.get $weights) (i32.shl (local.get $taps) (i32.const 2))))
      (loop $tap
        (local.set $even
          (f32x4.add (local.get $even)
            (f32x4.mul (v128.load (local.get $from)) (v128.load32_splat (local.get $weights)))))
        (local.set $odd
          (f32x4.add (local.get $odd)
            (f32x4.mul
              (v128.load offset=16 (local.get $from))
              (v128.load32_splat offset=4 (local.get $weights)))))
        (local.set $even
          (f32x4.add (local.get $even)
            (f32x4.mul
              (v128.load offset=32 (local.get $from))
              (v128.load32_splat offset=8 (local.get $weights)))))
        (local.set $odd
          (f32x4.add (local.get $odd)
            (f32x4.mul
              (v128.load offset=48 (local.get $from))
              (v128.load32_splat offset=12 (local.get $weights)))))
        (local.set $from (i32.add (local.get $from) (i32.const 64)))
        (local.set $weights (i32.add (local.get $weights) (i32.const 16)))
        (br_if $tap (i32.lt_u (local.get $weights) (local.get $weightsEnd))))
      (v128.store (local.get $target) (f32x4.add (local.get $even) (local.get $odd)))
      (local.set $offsets (i32.add (local.get $offsets) (i32.const 4)))
      (local.set $target (i32.add (local.get $target) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $target) (local.get $end)))))

  ;; Adds up $taps rows of $count pixels, weighted, and writes them as three bytes a pixel, four pixels at
  ;; a time (up to 16 bytes too many). $rows holds the address of each row, $weights a number for each.
  (func (export "vertical")
    (param $rows i32) (param $target i32) (param $count i32) (param $weights i32) (param $taps i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $factor v128)
    (local $x i32) (local $end i32) (local $row i32) (local $weight i32) (local $from i32)
    (local $rowsEnd i32)
    (local.set $end (i32.shl (local.get $count) (i32.const 4)))
    (local.set $rowsEnd (i32.add (local.get $rows) (i32.shl (local.get $taps) (i32.const 2))))
    (loop $next
      (local.set $a (v128.const f32x4 0 0 0 0))
      (local.set $b (v128.const f32x4 0 0 0 0))
      (local.set $c (v128.const f32x4 0 0 0 0))
      (local.set $d (v128.const f32x4 0 0 0 0))
      (local.set $row (local.get $rows))
      (local.set $weight (local.get $weights))
      (loop $tap
        (local.set $from (i32.add (i32.load (local.get $row)) (local.get $x)))
        (local.set $factor (v128.load32_splat (local.get $weight)))
        (local.set $a
          (f32x4.add (local.get $a) (f32x4.mul (v128.load (local.get $from)) (local.get $factor))))
        (local.set $b
          (f32x4.add (local.get $b)
            (f32x4.mul (v128.load offset=16 (local.get $from)) (local.get $factor))))
        (local.set $c
          (f32x4.add (local.get $c)
            (f32x4.mul (v128.load offset=32 (local.get $from)) (local.get $factor))))
        (local.set $d
          (f32x4.add (local.get $d)
            (f32x4.mul (v128.load offset=48 (local.get $from)) (local.get $factor))))
        (local.set $weight (i32.add (local.get $weight) (i32.const 4)))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br_if $tap (i32.lt_u (local.get $row) (local.get $rowsEnd))))
      (local.set $a
        (i8x16.narrow_i16x8_u
          (i16x8.narrow_i32x4_s (call $rounded (local.get $a)) (call $rounded (local.get $b)))
          (i16x8.narrow_i32x4_s (call $rounded (local.get $c)) (call $rounded (local.get $d)))))
      (v128.store (local.get $target)
        (i8x16.shuffle 0 1 2 4 5 6 8 9 10 12 13 14 3 7 11 15 (local.get $a) (local.get $a)))
      (local.set $target (i32.add (local.get $target) (i32.const 12)))
      (local.set $x (i32.add (local.get $x) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $x) (local.get $end)))))

  (func $rounded (param $numbers v128) (result v128)
    (i32x4.trunc_sat_f32x4_s (f32x4.nearest (local.get $numbers)))))
