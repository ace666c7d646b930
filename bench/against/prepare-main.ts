// Prepares the database of the program of another commit, by the functions of that commit: it runs with its sources as the working
// directory, and gets the connection string and the secrets of the bench.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [connectionString = '', apiKey = '', secretKey = ''] = process.argv.slice(2);
const source = pathToFileURL(path.resolve('bench/posthorn/variant.ts')).href;
const { createPosthornVariant } = (await import(source)) as typeof import('../posthorn/variant.ts');
await createPosthornVariant('other', 'postgres', { apiKey, secretKey }).prepare(connectionString);
