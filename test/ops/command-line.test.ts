// The command line of `npm run ops`: what it accepts, and the error for everything else.
import { expect } from 'chai';
import { readCommandLine } from '../../ops/command-line.ts';
import { describeVerb, describeVerbs } from '../../ops/help.ts';
import { UsageError } from '../../ops/verb.ts';
import { VERBS } from '../../ops/verbs.ts';

function refusalOf(args: string[]): string {
  try {
    readCommandLine(args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return expect.fail('It was not refused.');
}

describe('The command line of ops', () => {
  it('reads a verb with its arguments', () => {
    const command = readCommandLine(['set-plan', 'an-account', 'pro']);
    expect(command).to.deep.include({ kind: 'run', words: { account: 'an-account', plan: 'pro' } });
  });

  it('reads a verb with its options, in either form and any order', () => {
    const command = readCommandLine(['create-account', '--plan=pro', '--name', 'Acme']);
    expect(command).to.deep.include({ kind: 'run', words: { name: 'Acme', plan: 'pro' } });
  });

  it('reads an option that has no value, and without it no word', () => {
    const words = { domain: 'acme.dev' };
    const command = readCommandLine(['vouch-domain', 'acme.dev', '--withdraw']);
    expect(command).to.deep.include({ kind: 'run', words: { ...words, withdraw: '' } });
    expect(readCommandLine(['vouch-domain', 'acme.dev'])).to.deep.include({ kind: 'run', words });
  });

  const refused: [args: string[], sentence: string][] = [
    [[], 'A verb is missing. --help lists the verbs.'],
    [['delete-everything'], 'There is no verb "delete-everything". --help lists the verbs.'],
    [['constructor'], 'There is no verb "constructor". --help lists the verbs.'],
    [['create-account'], '--name is missing.'],
    [['create-account', '--name'], "Option '--name <value>' argument missing."],
    [['create-account', '--title', 'x'], "Unknown option '--title'."],
    [['set-plan'], '<account> is missing.'],
    [['set-plan', 'an-account'], '<plan> is missing.'],
    [['set-plan', 'an-account', 'pro', 'now'], '"now" is an unexpected argument.'],
  ];
  for (const [args, sentence] of refused) {
    it(`refuses "${args.join(' ')}" with: ${sentence}`, () => {
      expect(refusalOf(args)).to.equal(sentence);
    });
  }

  for (const form of ['--help', '-h', 'help']) {
    it(`lists every verb on ${form}`, () => {
      expect(readCommandLine([form])).to.deep.equal({ kind: 'help' });
      for (const name of Object.keys(VERBS)) expect(describeVerbs()).to.include(`  ${name} `);
    });
  }

  for (const [name, verb] of Object.entries(VERBS)) {
    it(`explains every argument of ${name} on --help`, () => {
      expect(readCommandLine([name, '--help'])).to.deep.equal({ kind: 'help', name, verb });
      const help = describeVerb(name, verb);
      expect(help).to.include(verb.summary);
      for (const parameter of verb.parameters) expect(help).to.include(`<${parameter}>`);
      for (const [option, { value }] of Object.entries(verb.options))
        expect(help).to.include(value === undefined ? `--${option} ` : `--${option} <${value}>`);
    });
  }
});
