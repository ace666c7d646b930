// Runs the Node snippets below a directory, each as a module, and leaves in the directory of each what it has printed, as
// JSON, and its exit code.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , root] = process.argv;
for (const name of readdirSync(root)) {
  const directory = path.join(root, name);
  const write = (file, text) => writeFileSync(path.join(directory, file), text);
  console.log = (value) => write('out', JSON.stringify(value));
  try {
    await import(pathToFileURL(path.join(directory, 'snippet.mjs')).href);
    write('code', '0');
  } catch (error) {
    write('err', `${error.stack} ${error.cause}`);
    write('code', '1');
  }
}
