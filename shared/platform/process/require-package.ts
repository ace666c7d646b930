// Loads a CommonJS package with `require`, at the moment of the call. Node's `import` of such a package reads and scans
// all of its files for the names that they export before it runs them, and at the start of the process. That is a third
// of the CPU of BullMQ's load, half of tldts's, and the whole of what a process never uses.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The exports of a package; it is loaded once per process.
 * @typeParam Package `typeof import('<name>')`, which also makes the use of the package visible to
 *   `test/architecture/imports.test.ts`
 */
export function requirePackage<Package>(name: string): Package {
  return require(name) as Package;
}
