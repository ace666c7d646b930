// Where a sign-in leads (dashboard/resources/auth/next-path.ts): `next` may be written by anybody.
import { expect } from 'chai';
import { nextPath } from '../../dashboard/resources/auth/next-path.ts';

/** The dashboard is below /app of this origin: what a browser makes of the path there. */
const HERE = 'https://mail.acme.dev';

const HOSTILE: readonly (string | null)[] = [
  null,
  '',
  'emails',
  'https://evil.example',
  'https:/evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '///evil.example',
  '////evil.example/emails',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/emails/..//evil.example',
  '/%2e%2e//evil.example',
  '/a/\\..\\..//evil.example',
  '/\u0000/evil.example',
  '/\u0085/evil.example',
  '//user@evil.example',
  '//[',
  'http://[',
  '@evil.example',
  '/sign-in',
  '/sign-in?next=/sign-in',
  '/sign-in/forgot',
];

describe('The page after a sign-in', () => {
  for (const next of HOSTILE) {
    it(`is the overview for ${JSON.stringify(next)}`, () => {
      expect(nextPath(next)).to.equal('/');
    });
  }

  for (const [next, path] of [
    ['/', '/'],
    ['/emails', '/emails'],
    ['/emails?status=bounced&q=a%20b', '/emails?status=bounced&q=a%20b'],
    ['/emails/../logs', '/logs'],
    ['/logs/17?next=//evil.example', '/logs/17?next=//evil.example'],
    ['/settings/members#top', '/settings/members'],
    ['/emails?q=<img src=x>', '/emails?q=%3Cimg%20src=x%3E'],
  ] as const) {
    it(`is ${path} for ${next}`, () => {
      expect(nextPath(next)).to.equal(path);
    });
  }

  it('is always a path of the dashboard when a browser resolves it', () => {
    for (const next of HOSTILE) {
      const url = new URL(`/app${nextPath(next)}`, HERE);
      expect(url.href, String(next)).to.equal(`${HERE}/app/`);
    }
  });
});
