// A build of the dashboard for tests: small files under the names that a real build has, in a directory of its own.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The contents of the assets, by name. */
export const ASSETS = {
  'index-1a2b3c4d.js': `document.getElementById('root').textContent = 'The dashboard';\n${'// filler\n'.repeat(200)}`,
  'index-5e6f7a8b.css': ':root { color-scheme: light dark; }\n',
  'inter-9c0d1e2f.woff2': 'wOF2 of a test',
  'icon-a1b2c3d4.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
} as const;

const INDEX = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta property="csp-nonce" nonce="__NONCE__" content="__NONCE__" />
    <meta name="posthorn-base" content="__BASE__" />
    <meta name="posthorn-version" content="__VERSION__" />
    <meta name="posthorn-session" content="__SESSION__" />
    <meta name="posthorn-smtp" content="__SMTP__" />
    <meta name="posthorn-simulator" content="__SIMULATOR__" />
    <meta name="posthorn-development-dns" content="__DEVELOPMENT_DNS__" />
    <meta name="posthorn-language-model" content="__LANGUAGE_MODEL__" />
    <link rel="icon" type="image/svg+xml" href="./assets/icon-a1b2c3d4.svg" />
    <title>Posthorn</title>
    <script type="module" crossorigin src="./assets/index-1a2b3c4d.js"></script>
    <link rel="stylesheet" crossorigin href="./assets/index-5e6f7a8b.css">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`;

/** The documentation, by file. */
export const DOCUMENTS = {
  'docs.html': pageOf('Documentation'),
  'docs/guides/README.md': '# Documentation\n',
  'docs/guides/quick-start.html': pageOf('Send your first email'),
  'docs/guides/quick-start.md': '# Send your first email\n',
  'docs/api.html': pageOf('API'),
  'docs/api/README.md': '# API\n',
  'docs/long.md': `# Long\n${'More at __BASE__/docs.\n'.repeat(200)}`,
  'docs/api/campaigns.html': pageOf('Campaigns'),
  'llms.txt': 'Agents call it at /mcp: __BASE__/docs/agents.md\n',
};

/** As the build of the documentation writes one (site/build/shell.ts). */
function pageOf(title: string): string {
  return `<!doctype html>
<html lang="en"__THEME__>
<head><title>${title} – Posthorn</title><style>p{}</style><script>void 0;</script>
<script type="module" src="__BASE__/app/assets/index-1a2b3c4d.js"></script></head>
<body data-base="__BASE__">__BAR(<a href="#site-contents">Contents</a>)__<main><h1>${title}</h1><code>curl \uE000baseUrl\uE001/emails</code>${'<p>Text.</p>'.repeat(200)}</main></body>
</html>
`;
}

/** A directory for a build, which is removed after the tests of the enclosing `describe`. */
export interface BuildDirectory {
  readonly path: string;
  /** Writes everything but the stamp. @param title of the page */
  write(title?: string): Promise<void>;
  /** Writes the stamp. @param atMs its time */
  complete(atMs?: number): Promise<void>;
}

/** Makes an empty directory for a build. */
export function useEmptyBuild(): BuildDirectory {
  const directory = path.join(tmpdir(), `posthorn-dashboard-${randomUUID()}`);
  before(async () => {
    for (const folder of ['assets', 'docs/guides', 'docs/api'])
      await mkdir(path.join(directory, folder), { recursive: true });
  });
  after(() => rm(directory, { recursive: true, force: true }));
  const put = (name: string, content: string | Buffer) => writeFile(path.join(directory, name), content);
  return {
    path: directory,
    async write(title = 'Posthorn') {
      await put('index.html', INDEX.replace('Posthorn', title));
      for (const [name, content] of Object.entries(ASSETS)) await put(`assets/${name}`, content);
      const script = ASSETS['index-1a2b3c4d.js'];
      for (const [name, content] of Object.entries(DOCUMENTS)) await put(name, content);
      await put('assets/index-1a2b3c4d.js.br', brotliCompressSync(script));
      await put('assets/index-1a2b3c4d.js.gz', gzipSync(script));
    },
    async complete(atMs = Date.now()) {
      await put('complete', '');
      await utimes(path.join(directory, 'complete'), atMs / 1_000, atMs / 1_000);
    },
  };
}

/** Makes a complete build. */
export function useBuild(): BuildDirectory {
  const build = useEmptyBuild();
  before(async () => {
    await build.write();
    await build.complete();
  });
  return build;
}
