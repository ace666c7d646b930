// A newcomer, from what `npm start` prints to a mail from a program of their own: presses what the pages have, and runs what
// the clipboard has, as it is.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { DIALECTS } from '../../docs/snippets/support/program.ts';
import { environmentOf } from '../../docs/snippets/support/use-guides.ts';
import { eventually } from '../../support/time/eventually.ts';
import type { Tab } from '../dashboard/tab.ts';
import type { Start } from './start.ts';

const run = promisify(execFile);
const LANGUAGES = [
  ['curl', 'curl'],
  ['Node', 'node'],
  ['Python', 'python'],
] as const;
const ID = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/;

/** Tests inside the `describe` of a start. */
export function testNewcomers(start: Start): void {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-newcomer-'));
  });
  after(() => rm(directory, { recursive: true }));

  for (const [language, label] of LANGUAGES)
    it(`leads to a mail from a program of one's own, in ${language}`, async () => {
      const tab = await start.openTab();
      await tab.page.goto(await printedAddress(start, 'Start page'));
      await tab.page.getByRole('link', { name: 'Send from my program' }).click();
      await tab.page.waitForURL(`${await printedAddress(start, 'API docs')}/guides/quick-start`);
      await tab.page.getByRole('tab', { name: language, exact: true }).first().click();
      const program = (await copySnippets(tab, label)).join('\n');
      expect(program).to.include(start.announcement.apiKey).and.include(`@${start.announcement.domain}>`);
      expect(program).not.to.match(/ph_…|acme\.dev/);
      const { extension, command } = DIALECTS[label];
      const file = path.join(directory, `program.${extension}`);
      await writeFile(file, program);
      const { stdout } = await run(command[0], [file], { cwd: directory, env: environmentOf(directory) });
      expect(stdout).to.match(/"status": "delivered"/);
      await expectInInbox(start, ID.exec(stdout)?.[0]);
      expect(tab.problems).to.deep.equal([]);
    });
}

/** The address in a line that the terminal shows. */
function printedAddress({ output }: Start, name: string): Promise<string> {
  const line = new RegExp(`^ +${name} +(\\S+)`, 'm');
  return eventually(`${name} is printed`, () => line.exec(output())?.[1]);
}

/** What a press on each button Copy of a language leaves in the clipboard, from the top of the page to its end. */
async function copySnippets({ page }: Tab, label: string): Promise<string[]> {
  const copied: string[] = [];
  for (const snippet of await page.locator(`.tabs .code[data-label="${label}"]:visible`).all()) {
    await snippet.getByRole('button', { name: 'Copy' }).click();
    await snippet.getByText('Copied').waitFor();
    copied.push(await page.evaluate<string>('navigator.clipboard.readText()'));
  }
  expect(copied).to.have.length.above(1);
  return copied;
}

async function expectInInbox({ announcement }: Start, id = 'no id'): Promise<void> {
  const { apiUrl, apiKey, inboxUrl, domain } = announcement;
  const read = async (url: string) => (await (await fetch(url, asked)).json()) as Record<string, unknown>;
  const asked = { headers: { authorization: `Bearer ${apiKey}` } };
  const { message_id: messageId } = await read(`${apiUrl}/emails/${id}`);
  const mail = await read(`${inboxUrl}/inbox/messages/${String(messageId).replace(/[<>]/g, '')}`);
  expect(mail).to.deep.include({ subject: 'Your order 17', to: ['bo@customer.dev'] });
  expect(JSON.stringify(mail['from'])).to.include(`orders@${domain}`);
}
