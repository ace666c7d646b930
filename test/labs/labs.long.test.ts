// The labs of failover (deploy/lab/), three times each failure: nothing is lost, doubled or ended, and mail goes on soon. They
// need root, for networks of their own.
import { execFile } from 'node:child_process';
import { expect } from 'chai';

/** Eight minutes on an idle machine, and some that others take. */
const LIMIT_MS = 900_000;

for (const name of ['postgres-ha', 'redis-ha', 'redis-ha-cluster', 'pooler']) {
  describe(`The lab ${name}`, function () {
    this.timeout(LIMIT_MS);

    it('keeps all limits of docs/scaling.md', async () => {
      const args = ['--import', 'tsx/esm', 'deploy/lab/main.ts', name, '--times=3'];
      const problems = await new Promise((resolve) => {
        execFile(process.execPath, args, { timeout: LIMIT_MS }, (error, stdout, stderr) => {
          process.stdout.write(stdout);
          resolve(error ? stderr || error.message : '');
        });
      });
      expect(problems).to.equal('');
    });
  });
}
