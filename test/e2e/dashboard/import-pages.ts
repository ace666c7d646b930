// What the tests of imports share: an account, a tab of one of its members, and files on the disk, as people choose them.
import diagnostics from 'node:diagnostics_channel';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { createContactOwner } from '../../api/contacts/owner.ts';
import { type TestApp, useApp } from '../../support/api/app.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { useTabs } from './tab.ts';

/** Where an import begins. */
export const NEW_IMPORT_PATH = '/contacts/imports/new';

interface OpenedAs {
  role?: 'owner' | 'viewer';
  /** Console errors that the test provokes. */
  expected?: RegExp;
}

/** Opens pages of contacts for the tests of the enclosing `describe`. */
export function useImportPages() {
  const app = useApp();
  const { openTab } = useTabs(app);
  let directory = '';
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'imports-'));
  });
  after(() => rm(directory, { recursive: true }));
  return {
    app,
    /** A new account, and a tab that shows a path of it once `show` is called. */
    async open(to: string, { role = 'owner', expected }: OpenedAs = {}) {
      const owner = await createContactOwner(app);
      const { accountId } = owner;
      const session = await signIn(app.pool, { accountId, role, now: app.clock.now() });
      const tab = await openTab({ session, ...(expected && { expected }) });
      const show = async () => {
        await tab.open(to);
        await tab.settled();
      };
      return { owner, tab, page: tab.page, show };
    },
    /** @returns the path of the file */
    async write(name: string, bytes: Buffer | string) {
      const file = path.join(directory, name);
      await writeFile(file, bytes);
      return file;
    },
  };
}

/** The id of the open record. */
export function idOf(page: Page): string {
  return page.url().split('/').at(-1) ?? '';
}

/** The field that says what a column of the file becomes. */
export function becomes(page: Page, column: string): Locator {
  return page.getByRole('button', { name: new RegExp(` ${column.replace(/\W/g, '\\$&')} becomes$`) });
}

/** Opens the options of the field that has the focus, and takes one. */
export async function pick(page: Page, option: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: option, exact: true }).waitFor();
  await page.keyboard.press('Home');
  const wanted = page.getByRole('option', { name: option, exact: true });
  const current = page.locator('[role=option]:focus');
  for (let steps = 0; steps < 30; steps += 1) {
    if ((await current.textContent()) === (await wanted.textContent())) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** The network of uploads. */
interface Network {
  /** Ends the connections of all requests that are under way, and of those that follow: browsers try once more. */
  cut(): void;
  /** As before. */
  end(): void;
}

const REQUEST_STARTS = 'http.server.request.start';

/** Has the server read nothing of uploads but what fits into the buffers of their connections. */
export function stallUploads({ deps: { attachments } }: TestApp): Network {
  const { create } = attachments;
  const sockets = new Set<Socket>();
  let isCut = false;
  const remember = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    sockets.add(socket);
    if (isCut) socket.destroy();
  };
  diagnostics.subscribe(REQUEST_STARTS, remember);
  let goOn = () => {};
  const isOpen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  attachments.create = () => {
    const writer = create.call(attachments);
    const write = async (bytes: Buffer) => {
      await isOpen;
      await writer.write(bytes);
    };
    return { id: writer.id, write, end: () => writer.end() };
  };
  return {
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    end() {
      isCut = false;
      goOn();
      attachments.create = create;
      diagnostics.unsubscribe(REQUEST_STARTS, remember);
    },
  };
}
