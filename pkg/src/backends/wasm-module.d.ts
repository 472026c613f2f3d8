/** A `.wasm` file that the runtime or the bundler compiles. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
