// RSA keys that are generated once per run. Generating one takes 0.2 s of CPU, and the tests of domains need hundreds, so
// the n-th key of each test file is the same one, kept in a directory of the run. Within a file all keys differ, and a key
// is only shared by requests with the same options, so that a test still notices wrong ones.
import crypto from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';

type Options = crypto.RSAKeyPairOptions<'der', 'pem'>;

/**
 * Replaces `promisify(generateKeyPair)` of this process; to be called before the product's modules are loaded.
 * @param directory of the run, created with the first key; without one every key is a new one
 * @returns what begins the next file
 */
export function shareKeyPairs(directory: string | undefined): () => void {
  const { generateKeyPair } = crypto;
  const generate = promisify(generateKeyPair);
  let generated = 0;
  const share = async (type: 'rsa', options: Options) => {
    // Only an encoded key can be kept in a file.
    if (!directory || type !== 'rsa' || !options.privateKeyEncoding || !options.publicKeyEncoding)
      return await generate(type, options);
    generated += 1;
    const kind = crypto.createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 12);
    const file = path.join(directory, `${kind}-${generated}`);
    if (existsSync(file)) return deserialize(await readFile(file));
    const pair = await generate(type, options);
    await mkdir(directory, { recursive: true });
    await writeFile(`${file}-${process.pid}`, serialize(pair));
    await rename(`${file}-${process.pid}`, file);
    return pair;
  };
  crypto.generateKeyPair = Object.assign(generateKeyPair.bind(crypto), {
    __promisify__: generateKeyPair.__promisify__,
    [promisify.custom]: share,
  }) as typeof generateKeyPair;
  syncBuiltinESMExports();
  return () => {
    generated = 0;
  };
}
