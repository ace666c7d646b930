// An email as its authors write it with React Email. It is the default export because command lines that render such
// a file expect that.
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Link,
  Preview,
  Text,
} from '@react-email/components';

/** The email. @param name of the person whom it greets */
// biome-ignore lint/style/noDefaultExport: see above.
export default function WelcomeEmail({ name = 'Bo' }: { name?: string }) {
  return (
    <Html lang="en">
      <Head />
      <Preview>Your account at Acme is ready.</Preview>
      <Body style={{ backgroundColor: '#f6f6f6', fontFamily: 'Helvetica, sans-serif' }}>
        <Container style={{ padding: '24px', maxWidth: '480px' }}>
          <Img src="https://acme.dev/logo.png" alt="Acme" width="120" height="40" />
          <Heading as="h1">Grüße, {name} 🎉</Heading>
          <Text>Thank you for your order of “Tea & Cups”.</Text>
          <Button href="https://acme.dev/start?a=1&b=2" style={{ padding: '12px 20px' }}>
            Start
          </Button>
          <Hr />
          <Link href="https://acme.dev/help">Help</Link>
        </Container>
      </Body>
    </Html>
  );
}
