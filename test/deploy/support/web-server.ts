// The nginx of docs/deploy.md, on free ports of the test machine: the proxy in front of `web` that terminates TLS.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/time/eventually.ts';

/** Directories that nginx needs even if it never writes to them. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Starts nginx.
 * @param directory an empty directory for its files
 * @param server the `server` block of the page, adapted to the machine
 * @param isReady whether it answers
 */
export async function startNginx(
  directory: string,
  server: string,
  isReady: () => Promise<boolean>,
): Promise<{ stop(): Promise<void> }> {
  await mkdir(directory, { recursive: true });
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${path.join(directory, name)};`).join('\n');
  const file = path.join(directory, 'nginx.conf');
  await writeFile(
    file,
    `daemon off;\npid ${path.join(directory, 'pid')};\nerror_log stderr crit;\nevents {}\n` +
      `http {\naccess_log off;\n${paths}\n${server}}\n`,
  );
  const nginx = spawn('nginx', ['-e', 'stderr', '-p', directory, '-c', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await eventually('nginx answers', isReady);
  return { stop: () => stop(nginx) };
}

async function stop(nginx: ChildProcess): Promise<void> {
  if (nginx.exitCode !== null || nginx.signalCode !== null) return;
  const exit = once(nginx, 'exit');
  nginx.kill('SIGTERM');
  await exit;
}
