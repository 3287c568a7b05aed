import Module from 'node:module';
import { readWasm } from '../corpus/magickWasm';

/** Lets the source files import the codec's `.wasm` file, like Jest's `moduleNameMapper` in the tests. */
Reflect.set(Reflect.get(Module, '_extensions'), '.wasm', (target: NodeModule) => {
	target.exports = { readWasm };
});
