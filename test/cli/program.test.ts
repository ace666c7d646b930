// The commands that are built from the API description: one per operation, with help, flags and completion.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type ApiDescription, type CommandSpec, listCommands } from '../../cli/description.ts';
import { createProgram } from '../../cli/program.ts';
import type { CommandInput } from '../../cli/run-command.ts';
import type { DescribedOperation } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { posthorn, startPosthorn } from './support/cli.ts';

const description: ApiDescription = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
);

/** Parses a command line without a process. @returns the command that would run, and the output */
async function parse(args: string[], api: ApiDescription = description) {
  const runs: { spec: CommandSpec; input: CommandInput }[] = [];
  let written = '';
  const program = createProgram(api, {
    run: (spec, input) => Promise.resolve(void runs.push({ spec, input })),
    write: (text) => {
      written += text;
    },
    verifyWebhook: () => expect.fail('Nothing was to be verified.'),
    listenToWebhooks: () => expect.fail('Nothing was to be listened to.'),
    serveMcp: () => expect.fail('No tools were to be served.'),
    importSuppressions: () => expect.fail('Nothing was to be imported.'),
    exportSuppressions: () => expect.fail('Nothing was to be exported.'),
  });
  await program.parseAsync(['node', 'posthorn', ...args]).catch((error: { exitCode?: number }) => {
    if (error.exitCode !== 0) throw error;
  });
  return { runs, written };
}

describe('The command line', () => {
  it('has a command for every operation that an API key may call', () => {
    const expected = Object.values<DescribedOperation>(OPERATIONS).flatMap(({ commands = [] }) => commands);
    expect(
      listCommands(description)
        .map(({ name }) => name)
        .sort(),
    ).to.deep.equal(expected.toSorted());
    expect(expected).to.include.members(['emails send', 'domains list', 'api-keys list']);
  });

  for (const { name, summary, fields } of listCommands(description)) {
    it(`has help for ${name}, with a flag for every field`, async () => {
      const { written } = await parse([...name.split(' '), '--help']);
      expect(written).to.contain(`Usage: posthorn ${name}`);
      // Long lines are wrapped.
      expect(written.replaceAll('\n', ' ')).to.contain(summary);
      for (const field of fields) {
        if (field.schema.const !== null) expect(written).to.contain(`--${field.name.replaceAll('_', '-')} `);
      }
    });
  }

  for (const args of [
    ['--help'],
    ['help'],
    ['emails', '--help'],
    ['help', 'emails'],
    ['completion', '--help'],
  ]) {
    it(`shows help on stdout at \`posthorn ${args.join(' ')}\``, async () => {
      const { code, stdout, stderr } = await posthorn(args);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.match(/^Usage: posthorn/);
    });
  }

  it('shows the version', async () => {
    expect((await startPosthorn(['--version']).ended).stdout).to.equal(`${description.info.version}\n`);
  });

  describe('built from a description with all kinds of fields', () => {
    const parameter = (name: string, place: 'path' | 'query' | 'header', schema: object) =>
      ({ name, in: place, schema }) as const;
    const properties = {
      open_tracking: { type: 'boolean' },
      size: { type: 'number' },
      list: { type: 'array', items: { type: 'string' } },
      filter: { type: 'object' },
      items: { type: 'array', items: { type: 'object' } },
      value: {},
      later: { const: null },
      rule: { $ref: '#/components/schemas/Rule', description: 'A rule' },
      rule_or_null: { anyOf: [{ $ref: '#/components/schemas/Rule' }, { const: null }] },
    } as const;
    const api: ApiDescription = {
      info: { version: '1.0.0' },
      paths: {
        '/audiences/{id}/contacts/{contactId}': {
          patch: {
            summary: 'Change a contact',
            parameters: [
              parameter('id', 'path', { type: 'string' }),
              parameter('contactId', 'path', { type: 'string' }),
              parameter('Idempotency-Key', 'header', { type: 'string' }),
              parameter('erase', 'query', { type: 'boolean' }),
            ],
            requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
            'x-commands': ['contacts update', 'audiences contacts update'],
          },
        },
      },
      components: {
        schemas: { Rule: { type: 'object', properties: { not: { $ref: '#/components/schemas/Rule' } } } },
      },
    };
    const inputOf = async (...args: string[]) => {
      const { runs } = await parse(['contacts', 'update', ...args], api);
      return runs[0]?.input ?? expect.fail('Nothing was run.');
    };

    it('knows a command by all its names, also in nested groups', async () => {
      const { runs } = await parse(['audiences', 'contacts', 'update', 'a', 'b', '--size', '2'], api);
      expect(runs[0]?.input).to.deep.include({ ids: ['a', 'b'], body: { size: 2 } });
    });

    it('sends header and query fields in the right place', async () => {
      const input = await inputOf('a', 'b', '--idempotency-key', 'k', '--erase');
      expect(input).to.deep.include({ header: { 'Idempotency-Key': 'k' }, query: { erase: true }, body: {} });
    });

    const values: [args: string[], body: object][] = [
      [['--open-tracking'], { open_tracking: true }],
      [['--open-tracking', 'false'], { open_tracking: false }],
      [['--open-tracking=true'], { open_tracking: true }],
      [['--size', '2.5'], { size: 2.5 }],
      [['--size=-1'], { size: -1 }],
      [['--list', 'a,b', 'c'], { list: ['a,b', 'c'] }],
      [['--list', 'a', '--list', 'b'], { list: ['a', 'b'] }],
      [['--filter', '{"a":1}'], { filter: { a: 1 } }],
      [['--items', '{"a":1}', '{"b":2}'], { items: [{ a: 1 }, { b: 2 }] }],
      [['--items', '[{"a":1},{"b":2}]'], { items: [{ a: 1 }, { b: 2 }] }],
      [['--rule', '{"a":1}'], { rule: { a: 1 } }],
      [['--rule-or-null', '{"a":1}'], { rule_or_null: { a: 1 } }],
      [['--rule-or-null', 'null'], { rule_or_null: null }],
      [['--value', 'text'], { value: 'text' }],
      [['--value', '12'], { value: 12 }],
    ];
    for (const [args, body] of values) {
      it(`reads ${args.join(' ')} as ${JSON.stringify(body)}`, async () => {
        expect((await inputOf('a', 'b', ...args)).body).to.deep.equal(body);
      });
    }

    it('has a flag for a file and for each field of a multipart body', async () => {
      const file = { type: 'string', contentMediaType: 'image/png' } as const;
      const multipart = {
        schema: { type: 'object', properties: { image: file, size: { type: 'number' } } },
        encoding: { image: { contentType: 'image/png' }, size: { contentType: 'application/json' } },
      } as const;
      const uploads: ApiDescription = {
        info: { version: '1.0.0' },
        paths: {
          '/images': {
            post: {
              summary: 'Add an image',
              requestBody: { content: { 'multipart/form-data': multipart } },
              'x-commands': ['images add'],
            },
          },
        },
      };
      const { runs } = await parse(['images', 'add', '--image', 'a.png', '--size', '2'], uploads);
      const { input, spec } = runs[0] ?? expect.fail('Nothing was run.');
      expect(input).to.deep.include({ files: { image: 'a.png' }, body: { size: 2 } });
      expect(spec.upload).to.deep.equal({
        field: 'image',
        mediaType: 'image/png',
        fields: ['size'],
        jsonFields: ['size'],
      });
      const { written } = await parse(['images', 'add', '--help'], uploads);
      expect(written).to.contain('--image <file>').and.not.contain('--data');
    });

    it('takes nothing but JSON for a field whose type is a named one', async () => {
      const failed = await inputOf('a', 'b', '--rule', 'x').catch((error: unknown) => error);
      expect(String(failed)).to.contain('--rule takes JSON.');
      expect((await parse(['contacts', 'update', '--help'], api)).written).to.contain('--rule <json>');
    });

    it('has no flag for a field that accepts only null', async () => {
      expect((await parse(['contacts', 'update', '--help'], api)).written).not.to.contain('--later');
    });
  });
});

describe('posthorn completion', () => {
  let script: string;
  before(async () => {
    script = (await startPosthorn(['completion', 'bash']).ended).stdout;
  });
  const complete = (...words: string[]) => {
    const line = `COMP_WORDS=(posthorn ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`;
    const shell = spawnSync('bash', [
      '-c',
      `${script}\n${line}; _posthorn; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]);
    expect(String(shell.stderr)).to.equal('');
    return String(shell.stdout).trim().split('\n');
  };

  it('completes resources, actions and flags in bash', () => {
    expect(complete('e')).to.deep.equal(['emails', 'events']);
    expect(complete('emails', '')).to.include.members(['send', 'list', 'get']);
    expect(complete('emails', 'list', '--st')).to.deep.equal(['--status']);
    expect(complete('emails', 'get', 'some-id', '--b')).to.deep.equal(['--base-url']);
    expect(complete('emails', 'list', '--limit', '5', '--a')).to.include.members(['--all', '--after']);
    expect(complete('completion', 'z')).to.deep.equal(['zsh']);
    expect(complete('contacts', 'import', '--fi')).to.deep.equal(['--file']);
    expect(complete('contacts', 'import', '--w')).to.deep.equal(['--wait']);
    expect(complete('contacts', 'imports', 'failures', 'some-id', '--o')).to.deep.equal(['--output']);
  });

  it('completes the names of files after flags that take one, for fish', async () => {
    const { stdout } = await posthorn(['completion', 'fish']);
    for (const flag of ['data', 'file', 'output', 'payload'])
      expect(stdout).to.contain(`complete -c posthorn -l ${flag} -r -F\n`);
  });

  for (const shell of ['zsh', 'fish']) {
    it(`has every command and flag for ${shell}`, async () => {
      const { code, stdout } = await posthorn(['completion', shell]);
      expect(code).to.equal(0);
      for (const { name } of listCommands(description)) expect(stdout).to.contain(`'${name}'`);
      expect(stdout).to.contain('--preview-text');
      const { status, error, stderr } = spawnSync(shell, ['-n'], { input: stdout });
      // If the shell is installed, it checks the syntax.
      if (!error) expect(status, String(stderr)).to.equal(0);
    });
  }
});
