import Module from 'node:module';
import { readWasm } from '../corpus/magickWasm';

/** Lets the sources load the codec's `.wasm` file, as Jest's `moduleNameMapper` does for the tests. */
Reflect.set(Reflect.get(Module, '_extensions'), '.wasm', (target: NodeModule) => {
	target.exports = { readWasm };
});
