// A Redis that answers but lets no connection in says why: in the log, once, and where operators ask.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import pino from 'pino';
import { freePort } from '../../../../dev/processes/ports.ts';
import { requirePackage } from '../../../../shared/platform/process/require-package.ts';
import { createClusterFinder } from '../../../../shared/platform/redis/cluster-master.ts';
import { connectRedis, FAIL_FAST } from '../../../../shared/platform/redis/connect.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { issueCertificate } from '../../../support/net/certificates.ts';
import { connectTestQueues } from '../../../support/queues/queues.ts';
import { HAS_REDIS } from '../../../support/queues/redis.ts';
import { startRedisCluster, startSentinel } from '../../../support/queues/redis-topologies.ts';
import { eventually } from '../../../support/time/eventually.ts';

(HAS_REDIS ? describe : describe.skip)('A Redis that refuses', () => {
  for (const [title, start] of [
    ['a Cluster', startRedisCluster],
    ['a master that Sentinels name', startSentinel],
  ] as const) {
    it(`a login: ${title} says so`, async () => {
      const redis = await start();
      const url = redis.url.replace('://', '://posthorn:sesame@');
      const lines: string[] = [];
      const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
      const client = connectRedis({ url, prefix: '{test}', timeouts: FAIL_FAST, log });
      let errors = 0;
      client.on('error', () => {
        errors += 1;
      });
      await eventually('it was tried again', () => errors > 1);
      client.disconnect();
      const queues = connectTestQueues({ redisUrl: url });
      const { message, cause } = await eventually('it says why', async () => {
        const error = await failureOf(queues.checkWrite());
        return error.cause !== undefined && error;
      });
      await queues.close();
      expect(lines).to.have.length(1);
      expect(message).to.match(/^No (node of the Cluster|Sentinel names a master) that answers/);
      expect((cause as Error).message).to.match(/^127.0.0.1:\d+: WRONGPASS /);
      expect(`${lines[0]}`).to.include('WRONGPASS').and.not.include('sesame');
      await redis.stop();
    });
  }

  it('the address of a node, because its certificate has a name: it is used by its name', async () => {
    const { cert, key } = await issueCertificate('localhost');
    const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-redis-tls-'));
    const certFile = path.join(directory, 'cert');
    const keyFile = path.join(directory, 'key');
    await writeFile(certFile, cert);
    await writeFile(keyFile, key);
    const port = await freePort();
    const redis = await startRedisCluster({
      settings: [
        '--tls-port',
        String(port),
        '--tls-auth-clients',
        'no',
        '--tls-cert-file',
        certFile,
        '--tls-key-file',
        keyFile,
      ],
    });
    const find = (host: string) =>
      createClusterFinder(requirePackage<typeof import('ioredis')>('ioredis'), {
        nodes: [{ host, port }],
        login: { tls: { ca: cert } },
        prefix: '{test}',
      })();
    expect(await find('localhost')).to.deep.equal({ host: 'localhost', port });
    expect((await failureOf(find('127.0.0.1'))).message).to.match(/^No node/);
    await redis.stop();
    await rm(directory, { recursive: true });
  });
});
