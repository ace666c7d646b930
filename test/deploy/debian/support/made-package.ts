// Debian packages of a made-up Posthorn, which our build makes from our units, commands and maintainer scripts: its programs
// start in no time, and say what they were given.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildDebianPackage } from '../../../../release/deb/build.ts';
import { ROOT } from '../../../support/documents/root.ts';

const run = promisify(execFile);
/** Answers /readyz at the port of its unit, with the version and the secret of its environment. */
const SERVICE = `import { createServer } from 'node:http';
const { HEALTH_PORT, PORT = '3000', SECRET_KEY, PUBLIC_URL, DATABASE_URL, SMTP_URL } = process.env;
createServer((_, answer) => answer.end(JSON.stringify({ version: VERSION, secret: SECRET_KEY })))
  .listen(HEALTH_PORT ?? PORT, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
`;
/** Fails where a file says so, and writes down which version has migrated. */
const RELEASE = `import { appendFileSync, existsSync } from 'node:fs';
if (existsSync('/var/refuse')) { console.error('The database does not answer.'); process.exit(1); }
try { appendFileSync('/var/migrated', \`\${VERSION}\\n\`); } catch {}
`;
/** More than is left on a disk that is full. */
const BALLAST_BYTES = 4_000_000;

/** The packages of a test. */
export interface MadePackages {
  /** Makes a package. @returns its file */
  make(version: string, options?: { backTo?: string }): Promise<string>;
  remove(): Promise<void>;
}

export async function openMadePackages(): Promise<MadePackages> {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-made-'));
  const tree = path.join(directory, 'package');
  const put = async (name: string, text: string | Buffer) => {
    await mkdir(path.dirname(path.join(tree, name)), { recursive: true });
    await writeFile(path.join(tree, name), text);
  };
  for (const name of ['deploy', 'bin', 'LICENSE', 'package.json'])
    await cp(path.join(ROOT, name), path.join(tree, name), { recursive: true });
  await put('ballast', Buffer.alloc(BALLAST_BYTES));
  return {
    async make(version, { backTo = version } = {}) {
      await put('CHANGELOG.md', `# Changelog\n\n## [${version}] - 2026-11-30\n`);
      for (const program of ['api', 'smtp', 'workers', 'ops'])
        await put(`dist/${program}/main.js`, SERVICE.replace('VERSION', `'${version}'`));
      await put('dist/shared/resources/migrate-main.js', RELEASE.replace('VERSION', `'${version}'`));
      const packageFile = `${tree}.tgz`;
      await run('tar', ['--create', '--gzip', '--file', packageFile, '--directory', directory, 'package']);
      return await buildDebianPackage({
        packageFile,
        version,
        directory,
        backTo,
        installPackages: (unpacked) => mkdir(path.join(unpacked, 'node_modules')).then(() => {}),
      });
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
