// The forms of REDIS_URL: one server, Sentinels, a Cluster.
import { expect } from 'chai';
import { parseRedisUrl, type RedisAddress } from '../../../../shared/platform/config/redis-url.ts';

const NO_LOGIN = { username: undefined, password: undefined };
const NO_SENTINEL_LOGIN = { sentinelLogin: NO_LOGIN };

const nodeOf = (text: string) => {
  const [host = '', port] = text.split(':');
  return { host, port: Number(port) };
};

describe('A Redis address', () => {
  const addresses: [text: string, address: RedisAddress][] = [
    ['redis://cache:6379', { kind: 'single', url: 'redis://cache:6379' }],
    ['redis://cache', { kind: 'single', url: 'redis://cache' }],
    ['rediss://user:secret@cache:6380/1', { kind: 'single', url: 'rediss://user:secret@cache:6380/1' }],
    ['redis://[::1]:6379/0', { kind: 'single', url: 'redis://[::1]:6379/0' }],
    [
      'redis+sentinel://a:26380,b/main',
      {
        nodes: ['a:26380', 'b:26379'].map(nodeOf),
        kind: 'sentinel',
        masterName: 'main',
        database: 0,
        tls: false,
        ...NO_LOGIN,
        ...NO_SENTINEL_LOGIN,
      },
    ],
    [
      'rediss+sentinel://ana:s%40cret:x@[2001:db8::1]:26379/main/3',
      {
        nodes: [{ host: '2001:db8::1', port: 26_379 }],
        kind: 'sentinel',
        masterName: 'main',
        database: 3,
        tls: true,
        username: 'ana',
        password: 's@cret:x',
        ...NO_SENTINEL_LOGIN,
      },
    ],
    [
      'redis+sentinel://:secret@a/main?sentinel_username=bob&sentinel_password=p%26w+d',
      {
        nodes: [{ host: 'a', port: 26_379 }],
        kind: 'sentinel',
        masterName: 'main',
        database: 0,
        tls: false,
        username: undefined,
        password: 'secret',
        sentinelLogin: { username: 'bob', password: 'p&w+d' },
      },
    ],
    [
      'redis+sentinel://a/main/1?sentinel_password=pw',
      {
        nodes: [{ host: 'a', port: 26_379 }],
        kind: 'sentinel',
        masterName: 'main',
        database: 1,
        tls: false,
        ...NO_LOGIN,
        sentinelLogin: { username: undefined, password: 'pw' },
      },
    ],
    [
      'redis+cluster://:secret@a:7000,b:7001,c',
      {
        nodes: ['a:7000', 'b:7001', 'c:6379'].map(nodeOf),
        kind: 'cluster',
        tls: false,
        username: undefined,
        password: 'secret',
      },
    ],
    ['rediss+cluster://a/', { kind: 'cluster', nodes: [{ host: 'a', port: 6_379 }], tls: true, ...NO_LOGIN }],
  ];
  it('is that of one server, of Sentinels or of a Cluster', () => {
    for (const [text, address] of addresses) expect(parseRedisUrl(text), text).to.deep.equal(address);
  });

  it('is nothing else', () => {
    // biome-ignore format: a table.
    const others = [
      '', 'cache:6379', 'http://cache', 'redis://', 'redis:///0', 'redis://a:x', 'redis://a,b:6379',
      'redis+sentinel://a:26379', 'redis+sentinel://a:26379/', 'redis+sentinel:///main',
      'redis+sentinel://a,,b/main', 'redis+sentinel://a:99999/main', 'redis+sentinel://a/main/x',
      'redis+sentinel://%zz@a/main', 'redis+cluster://a/main', 'redis+cluster://a//1',
      'redis+cluster://a?x=1', 'redis+other://a', 'redis+sentinel://a/main?', 'redis+sentinel://a/main?x=1',
      'redis+sentinel://a/main?sentinel_password=%zz', 'redis+sentinel://a/main?sentinel_password=a&x=1',
    ];
    for (const text of others) expect(parseRedisUrl(text), text).to.equal(undefined);
  });
});
