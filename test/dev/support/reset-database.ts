// Runs `npm run db:reset` without npm.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @returns its exit code and all that it printed */
export async function resetDatabase(
  dataDir: string,
  environment: Record<string, string | undefined> = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx/esm', 'dev/reset.ts'], {
    env: { ...process.env, DATABASE_URL: undefined, ...environment, DATA_DIR: dataDir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}
