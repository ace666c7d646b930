// What a person means who gives a URL or an address where the name of a domain is wanted.
import { expect } from 'chai';
import { refusedName } from '../../dashboard/resources/domains/add/name-error.ts';
import { nameWithin } from '../../dashboard/resources/domains/add/typed-name.ts';

describe('The name within what was typed', () => {
  it('is offered for a URL and an address, and for no plain name', () => {
    const cases: readonly [typed: string, name: string | undefined][] = [
      ['acme.dev', undefined],
      [' acme.dev. ', undefined],
      ['https://acme.dev/pricing?a=b', 'acme.dev'],
      ['http://www.acme.dev', 'acme.dev'],
      ['acme.dev/path', 'acme.dev'],
      ['ana@acme.dev', 'acme.dev'],
      ['Ana <ana@mail.acme.dev>', 'mail.acme.dev'],
      ['mailto:ana@acme.dev?subject=x', 'acme.dev'],
      ['https://user@acme.dev:8080/x', 'acme.dev'],
      ['www.acme.dev', 'acme.dev'],
      ['www.dev', undefined],
      ['bücher.example', undefined],
      ['https://bücher.de/x', 'bücher.de'],
      ['acme', undefined],
      ['https://', undefined],
      ['', undefined],
      ['@', undefined],
      [`https://${'a'.repeat(253)}`, undefined],
    ];
    for (const [typed, name] of cases) expect(nameWithin(typed), typed).to.equal(name);
  });
});

describe('A refused name', () => {
  it('is said in the words of the form, with the domain that has it', () => {
    const says = (typed: string) =>
      refusedName('`name` must be a domain name, such as `mail.acme.dev`.', typed).text;
    for (const typed of ['192.0.2.1', '2001:db8::1', '[::1]']) expect(says(typed)).to.match(/an IP address/);
    expect(says('localhost')).to.match(/^localhost has no dot/);
    expect(says('my_shop.dev')).to.match(/an underscore/);
    expect(says('acme.dev/path')).to.match(/^Enter a domain name/);
    expect(refusedName('`name` must not be x.', 'x').text).to.equal('The name must not be x.');
    const id = '0199d3a0-0000-7000-8000-000000000001';
    expect(refusedName(`The account has the domain acme.dev already: ${id}.`, 'acme.dev')).to.deep.equal({
      text: 'This account already has acme.dev.',
      id,
    });
  });
});
