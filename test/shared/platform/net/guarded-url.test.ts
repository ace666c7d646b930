// URLs that must never be fetched in production (SSRF), passed to the guarded fetch itself: each is refused before any
// name is resolved or any connection is made.
import { expect } from 'chai';
import { createGuardedFetch, type GuardedFetch } from '../../../../shared/platform/net/guarded-fetch.ts';
import { GuardedFetchError } from '../../../../shared/platform/net/guarded-fetch-error.ts';
import { parseGuardedUrl } from '../../../../shared/platform/net/guarded-url.ts';
import { failureOf } from '../../../support/failure-of.ts';

const HOSTILE: Record<string, string[]> = {
  // biome-ignore format: a table.
  'another scheme': [
    'file:///etc/passwd', 'ftp://acme.dev/', 'gopher://127.0.0.1:6379/_FLUSHALL', 'data:text/plain,hello',
    'javascript:alert(1)', 'ws://acme.dev/', 'blob:https://acme.dev/1', 'unix:/var/run/docker.sock',
    '//acme.dev/', 'acme.dev/hook', '', 'http://', 'http:///',
  ],
  // biome-ignore format: a table.
  'a literal address that is not public': [
    'http://127.0.0.1/', 'http://127.0.0.1:80/', 'http://10.1.2.3/', 'http://172.16.0.1/',
    'http://192.168.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://100.100.100.200/',
    'http://0.0.0.0/', 'http://255.255.255.255/', 'http://224.0.0.1/', 'http://198.18.0.1/',
    'http://203.0.113.7/', 'http://[::1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/', 'http://[0:0:0:0:0:ffff:a9fe:a9fe]/', 'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/', 'http://[64:ff9b:1::a00:1]/', 'http://[2002:7f00:1::]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', 'http://[fe80::1]/', 'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/', 'http://[fd00:ec2::254]/latest/meta-data/', 'http://[ff02::1]/',
    'http://[2001:db8::1]/',
  ],
  // biome-ignore format: a table.
  'an odd spelling of an address': [
    'http://2130706433/', 'http://0x7f000001/', 'http://017700000001/', 'http://0177.0.0.1/',
    'http://0x7f.0.0.1/', 'http://127.1/', 'http://127.0.1/', 'http://127.0.0.1./', 'http://0/',
    'http://0x0/', 'http://3232235521/', 'http://1.1/', 'http://0x08080808/', 'http://134744072/',
    'http://１２７.０.０.１/', 'http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'http://%31%32%37.0.0.1/',
    'http://127.0.0.%31/',
  ],
  // biome-ignore format: a table.
  'a name of this machine or network': [
    'http://localhost/', 'http://LOCALHOST/', 'http://localhost./', 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'http://%6c%6f%63%61%6c%68%6f%73%74/', 'http://app.localhost/', 'http://localhost.localdomain/',
    'http://printer.local/', 'http://printer.local./', 'http://metadata.google.internal/computeMetadata/v1/',
    'http://router.home.arpa/', 'http://facebookcorewwwi.onion/', 'http://redis/', 'http://kubernetes/',
    'http://postgres.:80/',
  ],
  // biome-ignore format: a table.
  'a host that is none': [
    'http://acme..dev/', 'http://.acme.dev/', 'http://acme.dev../', 'http://-acme.dev/',
    `http://${'a'.repeat(64)}.dev/`, `http://${'a.'.repeat(130)}dev/`, 'http://[::1/', 'http://[acme.dev]/',
    'http://acme.dev:99999/', 'http://1.2.3.256/', 'http://1.2.3.4.5/',
  ],
  // biome-ignore format: a table.
  credentials: [
    'http://user:pass@acme.dev/', 'http://user@acme.dev/', 'http://@acme.dev/', 'http:@acme.dev/',
    'http:///user@acme.dev/', 'http://:@acme.dev/', 'http://acme.dev@127.0.0.1/',
    'http://acme.dev:80@127.0.0.1/', 'http://acme.dev%40127.0.0.1/',
  ],
  // biome-ignore format: a table.
  'characters that parsers read differently': [
    'http://acme.dev\\@127.0.0.1/', 'http:\\\\127.0.0.1\\', 'http://127.0.0.1\t/', 'http://acme.dev\n/',
    'ht\ttp://127.0.0.1/', ' http://127.0.0.1/', 'http://acme.dev/\r\nHost: 127.0.0.1', 'http://acme.dev/\0',
    'http://acme.dev /', `http://acme.dev/${'a'.repeat(2048)}`,
  ],
  'a port of another protocol': [
    'http://acme.dev:22/',
    'http://acme.dev:25/',
    'http://acme.dev:6379/',
    'http://acme.dev:5432/',
    'http://acme.dev:0/',
    'http://8.8.8.8:53/',
  ],
};

const HONEST: [url: string, meaning: string][] = [
  ['https://acme.dev', 'https://acme.dev/'],
  ['http://acme.dev:8080/hook?a=1#part', 'http://acme.dev:8080/hook?a=1#part'],
  ['https://ACME.dev:443/', 'https://acme.dev/'],
  ['https://acme.dev.:8443/', 'https://acme.dev.:8443/'],
  ['https://grüße.acme.dev/é', 'https://xn--gre-6ka8l.acme.dev/%C3%A9'],
  ['https://my_hooks.acme.dev/', 'https://my_hooks.acme.dev/'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://[2606:4700:0::1111]/', 'https://[2606:4700::1111]/'],
  ['https://acme.dev/?to=a@acme.dev', 'https://acme.dev/?to=a@acme.dev'],
];

describe('The guarded fetch refuses, without a DNS query,', () => {
  const asked: string[] = [];
  let guarded: GuardedFetch;
  before(() => {
    const resolve = (host: string) => {
      asked.push(host);
      return Promise.reject(new Error('No resolver may be asked.'));
    };
    guarded = createGuardedFetch({ reach: 'public', resolver: { resolve }, connectionsPerOrigin: 1 });
  });
  after(() => guarded.close());

  for (const [kind, urls] of Object.entries(HOSTILE)) {
    it(kind, async () => {
      for (const url of urls) {
        const request = { url, method: 'GET', timeoutMs: 5_000, maxBytes: 100, reads: 'whole' } as const;
        const error = (await failureOf(guarded.fetch(request))) as GuardedFetchError;
        expect(error, url).to.be.instanceOf(GuardedFetchError);
        expect(error.reason, `${url}: ${error.message}`).to.equal('refused');
        expect(asked, url).to.deep.equal([]);
      }
    });
  }
});

describe('A URL that may be fetched', () => {
  it('is one of a public host', () => {
    for (const [url, meaning] of HONEST) expect(parseGuardedUrl(url, 'public').href).to.equal(meaning);
  });

  it('is one of this machine when loopback is allowed', () => {
    const urls = [
      'http://localhost:3000/',
      'http://app.localhost:5173/',
      'http://127.0.0.1:9/',
      'http://[::1]:9/',
    ];
    for (const url of urls) expect(parseGuardedUrl(url, 'loopback').href).to.equal(url);
  });

  it('is one of a single server where only that may be reached, wherever it is', () => {
    const own = { only: 'http://ollama:11434' };
    for (const path of ['/v1/chat/completions', '/'])
      expect(parseGuardedUrl(`http://ollama:11434${path}`, own).href).to.equal(`http://ollama:11434${path}`);
    for (const url of [
      'http://ollama/',
      'http://ollama:11435/',
      'https://ollama:11434/',
      'http://ollama.dev:11434/',
      'http://127.0.0.1:11434/',
      'http://169.254.169.254/',
      'https://acme.dev/',
      'http://x@ollama:11434/',
      'http://ollama:11434@acme.dev/',
      'http://ollama:11434\\@acme.dev/',
      'file:///etc/passwd',
    ])
      expect(() => parseGuardedUrl(url, own), url).to.throw(GuardedFetchError);
  });

  it('is one of a private network only when every address is allowed', () => {
    for (const url of [
      'http://10.0.0.1/',
      'http://redis:6379/',
      'http://printer.local/',
      'http://[fe80::1]/',
    ]) {
      expect(() => parseGuardedUrl(url, 'loopback'), url).to.throw(GuardedFetchError);
      expect(parseGuardedUrl(url, 'all').href).to.equal(url);
    }
  });
});
