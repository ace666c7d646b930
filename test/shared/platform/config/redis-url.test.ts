// The forms of REDIS_URL: one server, Sentinels, a Cluster.
import { expect } from 'chai';
import { parseRedisUrl, type RedisAddress } from '../../../../shared/platform/config/redis-url.ts';

const NO_LOGIN = { username: undefined, password: undefined };

describe('A Redis address', () => {
  const addresses: [text: string, address: RedisAddress][] = [
    ['redis://cache:6379', { kind: 'single', url: 'redis://cache:6379' }],
    ['redis://cache', { kind: 'single', url: 'redis://cache' }],
    ['rediss://user:secret@cache:6380/1', { kind: 'single', url: 'rediss://user:secret@cache:6380/1' }],
    ['redis://[::1]:6379/0', { kind: 'single', url: 'redis://[::1]:6379/0' }],
    [
      'redis+sentinel://a:26380,b/main',
      {
        kind: 'sentinel',
        nodes: [
          { host: 'a', port: 26_380 },
          { host: 'b', port: 26_379 },
        ],
        masterName: 'main',
        database: 0,
        tls: false,
        ...NO_LOGIN,
      },
    ],
    [
      'rediss+sentinel://ana:s%40cret:x@[2001:db8::1]:26379/main/3',
      {
        kind: 'sentinel',
        nodes: [{ host: '2001:db8::1', port: 26_379 }],
        masterName: 'main',
        database: 3,
        tls: true,
        username: 'ana',
        password: 's@cret:x',
      },
    ],
    [
      'redis+cluster://:secret@a:7000,b:7001,c',
      {
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 7_000 },
          { host: 'b', port: 7_001 },
          { host: 'c', port: 6_379 },
        ],
        tls: false,
        username: undefined,
        password: 'secret',
      },
    ],
    ['rediss+cluster://a/', { kind: 'cluster', nodes: [{ host: 'a', port: 6_379 }], tls: true, ...NO_LOGIN }],
  ];
  for (const [text, address] of addresses) {
    it(`is ${text}`, () => {
      expect(parseRedisUrl(text)).to.deep.equal(address);
    });
  }

  for (const text of [
    '',
    'cache:6379',
    'http://cache',
    'redis://',
    'redis:///0',
    'redis://a:x',
    'redis://a,b:6379',
    'redis+sentinel://a:26379',
    'redis+sentinel://a:26379/',
    'redis+sentinel:///main',
    'redis+sentinel://a,,b/main',
    'redis+sentinel://a:99999/main',
    'redis+sentinel://a/main/x',
    'redis+sentinel://%zz@a/main',
    'redis+cluster://a/main',
    'redis+cluster://a//1',
    'redis+cluster://a?x=1',
    'redis+other://a',
  ]) {
    it(`is not "${text}"`, () => {
      expect(parseRedisUrl(text)).to.equal(undefined);
    });
  }
});
