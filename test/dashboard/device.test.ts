// What a User-Agent header says to a person (dashboard/resources/sessions/device.ts).
import { expect } from 'chai';
import { describeDevice } from '../../dashboard/resources/sessions/device.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('The words of a device', () => {
  for (const [userAgent, words, kind] of [
    [`${MAC} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on macOS', 'computer'],
    [`${MAC} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge on macOS', 'computer'],
    [`${MAC} Chrome/142.0.0.0 Safari/537.36 OPR/120.0`, 'Opera on macOS', 'computer'],
    [`${MAC} Version/19.0 Safari/605.1.15`, 'Safari on macOS', 'computer'],
    [
      `${WINDOWS} Gecko/20100101 Firefox/145.0`.replace('x64)', 'x64; rv:145.0)'),
      'Firefox on Windows',
      'computer',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/142.0 Safari/537.36',
      'Chrome on Linux',
      'computer',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 16093.0.0) Chrome/142.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
      'computer',
    ],
    [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone', 'phone'],
    [`${IPHONE} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone', 'phone'],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
      'phone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
      'phone',
    ],
    ['curl/8.5.0', 'curl', 'program'],
    ['posthorn-cli/1.2.0 node/22', 'posthorn-cli', 'program'],
    ['x', 'x', 'program'],
    ['Mozilla/5.0 (Windows NT 10.0)', 'A browser on Windows', 'computer'],
    ['Mozilla/5.0', 'Unknown device', 'unknown'],
    ['<img src=x onerror=alert(1)>', 'Unknown device', 'unknown'],
    ['a'.repeat(1_000), 'Unknown device', 'unknown'],
    ['  ', 'Unknown device', 'unknown'],
    [null, 'Unknown device', 'unknown'],
  ] as const) {
    it(`${words}: ${String(userAgent).slice(0, 80)}`, () => {
      expect(describeDevice(userAgent)).to.deep.equal({ words, kind });
    });
  }
});
