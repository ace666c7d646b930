// Programs send through the plain port of `npm start` with the defaults of their libraries: only server, port and login are
// set. Most of these libraries take STARTTLS wherever it is offered, and refuse the certificate of `npm start`.
import { expect } from 'chai';
import { createTransport } from 'nodemailer';
import type { Announcement } from '../../dev/announcement.ts';
import { runProgram } from '../flows/support/submission/run-program.ts';
import { eventually } from '../support/time/eventually.ts';
import { makeMigratedDataDirectory, removeDataDirectory } from './support/data-directory.ts';
import { LOCAL_STACK_CONDITION_MS, type LocalStack, startLocalStack } from './support/local-stack.ts';

/** What a program is given: the recipe of docs/reference/smtp.md with `npm start`. */
interface Mail {
  host: string;
  port: number;
  key: string;
  from: string;
  subject: string;
}

const PHPMAILER = `require 'libphp-phpmailer/autoload.php';
$mail = new PHPMailer\\PHPMailer\\PHPMailer(true);
$mail->isSMTP();
$mail->Host = getenv('HOST');
$mail->Port = (int) getenv('PORT');
$mail->SMTPAuth = true;
$mail->Username = 'shop';
$mail->Password = getenv('KEY');
$mail->setFrom(getenv('FROM'));
$mail->addAddress('you@inbox.local');
$mail->Subject = getenv('SUBJECT');
$mail->Body = 'It works.';
// Prints what the server says.
$mail->SMTPDebug = 2;
$mail->send();`;

const SYMFONY = `require 'Symfony/Component/Mailer/autoload.php';
$dsn = 'smtp://shop:' . getenv('KEY') . '@' . getenv('HOST') . ':' . getenv('PORT');
$email = (new Symfony\\Component\\Mime\\Email())->from(getenv('FROM'))->to('you@inbox.local');
$email->subject(getenv('SUBJECT'))->text('It works.');
echo Symfony\\Component\\Mailer\\Transport::fromDsn($dsn)->send($email)->getDebug();`;

/** As Rails sends. */
const RUBY_MAIL = `require 'mail'
settings = { address: ENV['HOST'], port: ENV['PORT'].to_i, user_name: 'rails', password: ENV['KEY'], return_response: true }
mail = Mail.new(from: ENV['FROM'], to: 'you@inbox.local', subject: ENV['SUBJECT'], body: 'It works.')
mail.delivery_method :smtp, settings
puts mail.deliver!.string`;

/** As careful programs send: with STARTTLS if it is offered, and with a check of the certificate. */
const SMTPLIB = `import os, smtplib, ssl
from email.message import EmailMessage
message = EmailMessage()
message["From"], message["To"], message["Subject"] = os.environ["FROM"], "you@inbox.local", os.environ["SUBJECT"]
message.set_content("It works.")
with smtplib.SMTP(os.environ["HOST"], int(os.environ["PORT"])) as smtp:
    smtp.ehlo()
    if smtp.has_extn("starttls"):
        smtp.starttls(context=ssl.create_default_context())
    smtp.login("python", os.environ["KEY"])
    smtp.mail(os.environ["FROM"])
    smtp.rcpt("you@inbox.local")
    code, reply = smtp.data(message.as_string())
    print(code, reply.decode())`;

async function runWith(program: string, args: readonly string[], { port, ...mail }: Mail): Promise<string> {
  const { host: HOST, key: KEY, from: FROM, subject: SUBJECT } = mail;
  const environment = { HOST, PORT: String(port), KEY, FROM, SUBJECT };
  return String(await runProgram(program, args, { environment }));
}

/** Each returns what shows the reply of the server. */
const PROGRAMS: Readonly<Record<string, (mail: Mail) => Promise<string>>> = {
  async nodemailer({ host, port, key, from, subject }) {
    const transport = createTransport({ host, port, auth: { user: 'node', pass: key } });
    const { response } = await transport.sendMail({
      from,
      to: 'you@inbox.local',
      subject,
      text: 'It works.',
    });
    transport.close();
    return response;
  },
  PHPMailer: (mail) => runWith('php', ['-r', PHPMAILER], mail),
  'Symfony Mailer': (mail) => runWith('php', ['-r', SYMFONY], mail),
  "Ruby's mail": (mail) => runWith('ruby', ['-e', RUBY_MAIL], mail),
  smtplib: (mail) => runWith('python3', ['-c', SMTPLIB], mail),
};

describe('npm start takes mail, by the defaults of', () => {
  let dataDir: string;
  let stack: LocalStack;
  let announcement: Announcement;

  before(async () => {
    dataDir = await makeMigratedDataDirectory();
    stack = startLocalStack({ dataDir });
    announcement = await stack.ready();
  });
  after(async () => {
    await stack?.end('SIGTERM');
    await removeDataDirectory(dataDir);
  });

  const findEmail = async (subject: string) => {
    const { apiUrl, apiKey } = announcement;
    const answer = await fetch(`${apiUrl}/emails?source=smtp&q=${encodeURIComponent(subject)}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const { data } = (await answer.json()) as { data: { id: string; status: string }[] };
    return data;
  };

  for (const [name, send] of Object.entries(PROGRAMS))
    it(name, async () => {
      const { submissionSmtp, apiKey: key, domain } = announcement;
      const { host, port } = submissionSmtp;
      const subject = `By ${name}`;
      const shown = await send({ host, port, key, from: `me@${domain}`, subject });
      const [, id] = /250 2\.0\.0 Queued as ([0-9a-f-]{36})/.exec(shown) ?? expect.fail(shown);
      await eventually(
        'it is delivered',
        async () =>
          (await findEmail(subject)).some((email) => email.id === id && email.status === 'delivered'),
        LOCAL_STACK_CONDITION_MS,
      );
    });
});
