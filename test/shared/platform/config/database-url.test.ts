// DATABASE_URL names one server: a URL that lets libpq choose between several is refused, wherever it is read.
import { expect } from 'chai';
import { runCommand } from '../../../../ops/run-command.ts';
import { listConfigProblems, loadConfig } from '../../../../shared/platform/config/config.ts';
import { refusalOf } from './refusal-of.ts';

const SENTENCE =
  /^Configuration: "DATABASE_URL" must name one server, .* HAProxy .*docs\/deploy\.md, "Two of everything"\)\.$/;

describe('DATABASE_URL', () => {
  const refused = [
    'postgresql://user:hunter2@a.internal:5432,b.internal:5432/posthorn',
    'postgres://a.internal,b.internal/posthorn',
    'postgres://user:hunter2@a.internal%2Cb.internal/posthorn',
    'postgres://user:hunter2@[2001:db8::1],[2001:db8::2]:5433/posthorn',
    'postgres:///posthorn?host=a.internal,b.internal&user=u&password=hunter2',
    'postgres://user:hunter2@/posthorn?host=a.internal%2Cb.internal',
    'postgres://user:hunter2@a.internal/posthorn?port=5432,5433',
    'postgres://user:hunter2@a.internal/posthorn?target_session_attrs=read-write',
    'postgres://user:hunter2@a.internal/posthorn?sslmode=require&load_balance_hosts=random',
  ];
  for (const url of refused) {
    it(`is refused with a sentence that names HAProxy: ${url.replace('hunter2', '…')}`, async () => {
      const { message } = refusalOf({ DATABASE_URL: url });
      expect(message).to.match(SENTENCE).and.not.include('hunter2').and.not.include('internal');
      // `posthorn setup` and `ops check` say all problems.
      expect(listConfigProblems({ DATABASE_URL: url })).to.deep.equal([
        message.replace('Configuration: ', ''),
      ]);
      const { code, stderr } = await runCommand(['list-accounts'], {
        DATABASE_URL: url,
        DATA_DIR: '/nowhere',
      });
      expect({ code, stderr }).to.deep.equal({ code: 78, stderr: `${message}\n` });
    });
  }

  const accepted = [
    'postgres://user:a,b@c.internal/posthorn',
    'postgres://user:a%2Cb,c@d.internal:5432/posthorn?sslmode=require',
    'postgres:///posthorn?host=/var/run/postgresql&port=5433',
    'postgres://user@[::1]:5432/a,b?application_name=x,y',
  ];
  it('may have commas elsewhere', () => {
    for (const url of accepted) expect(loadConfig({ DATABASE_URL: url }).databaseUrl).to.equal(url);
  });
});
