;; The inner loops of resample.ts. They process eight fixed-point numbers at a time. Weights have 14 fractional
;; bits, so 16384 stands for 1; a horizontally scaled row keeps 6 fractional bits until rows are mixed.
(module
  (memory (export "memory") 1)

  ;; Converts each of $count pixels to red, green and blue, one byte each, and blends transparency with white:
  ;; 255 - (255 - color) * alpha / 255, rounded. $color and $alpha select the bytes of a pixel; a byte that
  ;; does not exist reads as 0. Every byte of $opaque is 255 if the picture has no transparency, otherwise 0.
  ;; Writes one extra byte.
  (func (export "flatten")
    (param $source i32) (param $target i32) (param $count i32) (param $bytesPerPixel i32)
    (param $color i32) (param $alpha i32) (param $opaque i32)
    (local $bytes v128) (local $missing v128) (local $end i32)
    (local.set $end (i32.add (local.get $target) (i32.mul (local.get $count) (i32.const 3))))
    (loop $next
      (local.set $bytes (v128.load32_zero (local.get $source)))
      (local.set $missing
        (i16x8.add
          (i16x8.mul
            (i16x8.sub
              (v128.const i16x8 255 255 255 255 255 255 255 255)
              (i16x8.extend_low_i8x16_u
                (i8x16.swizzle (local.get $bytes) (i32x4.splat (local.get $color)))))
            (i16x8.extend_low_i8x16_u
              (v128.or
                (i8x16.swizzle (local.get $bytes) (i32x4.splat (local.get $alpha)))
                (i32x4.splat (local.get $opaque)))))
          (v128.const i16x8 128 128 128 128 128 128 128 128)))
      ;; x / 255 is (x + x / 256) / 256 for these numbers, with 128 added to x for rounding.
      (local.set $missing
        (i16x8.shr_u
          (i16x8.add (local.get $missing) (i16x8.shr_u (local.get $missing) (i32.const 8)))
          (i32.const 8)))
      (v128.store32_lane 0 (local.get $target)
        (i8x16.narrow_i16x8_u
          (i16x8.sub
            (v128.const i16x8 255 255 255 255 255 255 255 255)
            (local.get $missing))
          (v128.const i64x2 0 0)))
      (local.set $source (i32.add (local.get $source) (local.get $bytesPerPixel)))
      (local.set $target (i32.add (local.get $target) (i32.const 3)))
      (br_if $next (i32.lt_u (local.get $target) (local.get $end)))))

  ;; Writes $count pixels of three 16-bit numbers, each the weighted sum of neighbouring pixels in $source.
  ;; For each pixel, $offsets contains the position of its first neighbour, in bytes from $source, and $weights
  ;; contains $taps weights; $taps is a multiple of four. There are two sums so that one addition need not wait
  ;; for the previous one. Reads up to four extra pixels and writes one extra number.
  (func (export "horizontal")
    (param $source i32) (param $target i32) (param $count i32)
    (param $offsets i32) (param $weights i32) (param $taps i32)
    (local $even v128) (local $odd v128) (local $pixels v128)
    (local $from i32) (local $end i32) (local $weightsEnd i32)
    (local.set $end (i32.add (local.get $target) (i32.mul (local.get $count) (i32.const 6))))
    (loop $next
      ;; Half a unit, because the shift below rounds down.
      (local.set $even (v128.const i32x4 128 128 128 128))
      (local.set $odd (v128.const i32x4 0 0 0 0))
      (local.set $from (i32.add (local.get $source) (i32.load (local.get $offsets))))
      (local.set $weightsEnd
        (i32.add (local.get $weights) (i32.shl (local.get $taps) (i32.const 1))))
      (loop $tap
        (local.set $pixels (v128.load (local.get $from)))
        ;; The reds of two adjacent pixels, then the greens, then the blues; index -128 selects a zero.
        (local.set $even
          (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s
              (i8x16.swizzle (local.get $pixels)
                (v128.const i8x16 0 -128 3 -128 1 -128 4 -128 2 -128 5 -128 -128 -128 -128 -128))
              (v128.load32_splat (local.get $weights)))))
        (local.set $odd
          (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s
              (i8x16.swizzle (local.get $pixels)
                (v128.const i8x16 6 -128 9 -128 7 -128 10 -128 8 -128 11 -128 -128 -128 -128 -128))
              (v128.load32_splat offset=4 (local.get $weights)))))
        (local.set $from (i32.add (local.get $from) (i32.const 12)))
        (local.set $weights (i32.add (local.get $weights) (i32.const 8)))
        (br_if $tap (i32.lt_u (local.get $weights) (local.get $weightsEnd))))
      (local.set $even
        (i32x4.shr_s (i32x4.add (local.get $even) (local.get $odd)) (i32.const 8)))
      (v128.store64_lane 0 (local.get $target)
        (i16x8.narrow_i32x4_s (local.get $even) (local.get $even)))
      (local.set $offsets (i32.add (local.get $offsets) (i32.const 4)))
      (local.set $target (i32.add (local.get $target) (i32.const 6)))
      (br_if $next (i32.lt_u (local.get $target) (local.get $end)))))

  ;; Writes the weighted sum of $taps rows of $count numbers as bytes, sixteen at a time. $rows contains the
  ;; address of each row, $weights its weight. If $taps is odd, one more row with the weight zero follows.
  (func (export "vertical")
    (param $rows i32) (param $target i32) (param $count i32) (param $weights i32) (param $taps i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $pair v128)
    (local $one v128) (local $other v128)
    (local $end i32) (local $offset i32) (local $row i32) (local $rowsEnd i32)
    (local $weight i32) (local $from i32) (local $fromOther i32)
    (local.set $end (i32.add (local.get $target) (local.get $count)))
    (local.set $rowsEnd (i32.add (local.get $rows) (i32.shl (local.get $taps) (i32.const 2))))
    (loop $next
      ;; Half a unit, because the shift below rounds down.
      (local.set $a (v128.const i32x4 524288 524288 524288 524288))
      (local.set $b (local.get $a))
      (local.set $c (local.get $a))
      (local.set $d (local.get $a))
      (local.set $row (local.get $rows))
      (local.set $weight (local.get $weights))
      (loop $tap
        (local.set $from (i32.add (i32.load (local.get $row)) (local.get $offset)))
        (local.set $fromOther (i32.add (i32.load offset=4 (local.get $row)) (local.get $offset)))
        (local.set $pair (v128.load32_splat (local.get $weight)))
        (local.set $one (v128.load (local.get $from)))
        (local.set $other (v128.load (local.get $fromOther)))
        (local.set $a
          (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s
              (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23
                (local.get $one) (local.get $other))
              (local.get $pair))))
        (local.set $b
          (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s
              (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31
                (local.get $one) (local.get $other))
              (local.get $pair))))
        (local.set $one (v128.load offset=16 (local.get $from)))
        (local.set $other (v128.load offset=16 (local.get $fromOther)))
        (local.set $c
          (i32x4.add (local.get $c)
            (i32x4.dot_i16x8_s
              (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23
                (local.get $one) (local.get $other))
              (local.get $pair))))
        (local.set $d
          (i32x4.add (local.get $d)
            (i32x4.dot_i16x8_s
              (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31
                (local.get $one) (local.get $other))
              (local.get $pair))))
        (local.set $weight (i32.add (local.get $weight) (i32.const 4)))
        (local.set $row (i32.add (local.get $row) (i32.const 8)))
        (br_if $tap (i32.lt_u (local.get $row) (local.get $rowsEnd))))
      (v128.store (local.get $target)
        (i8x16.narrow_i16x8_u
          (i16x8.narrow_i32x4_s
            (i32x4.shr_s (local.get $a) (i32.const 20))
            (i32x4.shr_s (local.get $b) (i32.const 20)))
          (i16x8.narrow_i32x4_s
            (i32x4.shr_s (local.get $c) (i32.const 20))
            (i32x4.shr_s (local.get $d) (i32.const 20)))))
      (local.set $target (i32.add (local.get $target) (i32.const 16)))
      (local.set $offset (i32.add (local.get $offset) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $target) (local.get $end))))))
