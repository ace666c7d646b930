// Clients as they were seen to load pixels and follow links: what they send as User-Agent and Purpose, and who they are. The
// versions are of one day; what decides is the form.
import type { HitMachine } from '../../../../../shared/resources/messaging/tracking/hits/hit.ts';

/** A client, and the machine that it is; null: people read mail with it. */
export interface SeenClient {
  who: string;
  userAgent: string;
  isPrefetch?: boolean;
  machine: HitMachine | null;
}

const CHROME = 'Chrome/131.0.0.0 Safari/537.36';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const people = (who: string, userAgent: string): SeenClient => ({ who, userAgent, machine: null });
const scanner = (who: string, userAgent: string): SeenClient => ({ who, userAgent, machine: 'scanner' });

export const SEEN_CLIENTS: readonly SeenClient[] = [
  { who: 'Apple Mail Privacy Protection', userAgent: 'Mozilla/5.0', machine: 'privacy_proxy' },
  {
    who: 'Gmail, loading ahead',
    userAgent: `${WINDOWS} ${WEBKIT} Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0`,
    machine: 'privacy_proxy',
  },
  {
    who: 'Chrome, loading ahead',
    userAgent: `${WINDOWS} ${WEBKIT} ${CHROME}`,
    isPrefetch: true,
    machine: 'prefetch',
  },
  {
    who: 'Safari, loading ahead',
    userAgent: `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`,
    isPrefetch: true,
    machine: 'prefetch',
  },

  people(
    'Gmail, opened by a person',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  ),
  people(
    'Yahoo Mail, opened by a person',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  ),
  people('Apple Mail without protection', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko)`),
  people('Mail on an iPhone without protection', `${IPHONE} Mobile/15E148`),
  people(
    'Outlook for Windows',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.17928; ms-office; MSOffice 16)',
  ),
  people(
    'Outlook for Windows, a link',
    'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)',
  ),
  people('Outlook for Mac', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Microsoft Outlook/16.89`),
  people('Outlook on an iPhone', 'Outlook-iOS/709.2226530.prod.iphone (4.2443.0)'),
  people('Outlook on Android', 'Outlook-Android/2.0'),
  people('Outlook on the web, in Edge', `${WINDOWS} ${WEBKIT} ${CHROME} Edg/131.0.0.0`),
  people('Thunderbird', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0'),
  people('eM Client', 'eM_Client/9.2.2157'),
  people('Airmail', 'Airmail 5.6 rv:684 (Macintosh; Mac OS X 15.1; en_US)'),
  people('Samsung Email', 'com.samsung.android.email.provider/6.1.92'),
  people('Notes', 'Mozilla/4.0 (compatible; Lotus-Notes/6.0; Windows-NT)'),
  people('Chrome on Windows', `${WINDOWS} ${WEBKIT} ${CHROME}`),
  people(
    'Chrome on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/131.0.0.0 Mobile Safari/537.36`,
  ),
  people('Safari on an iPhone', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`),
  people('Firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'),
  people('A browser inside an app', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/490.0.0.36.110]`),

  scanner('A program without a name', ''),
  scanner('Barracuda', 'Barracuda Sentinel (EE)'),
  scanner('Mimecast', 'Mimecast'),
  scanner('Proofpoint', 'Proofpoint URL Defense'),
  scanner('Symantec', 'Symanteccloud'),
  scanner('Google Safe Browsing', 'Mozilla/5.0 (compatible; Google-Safety; +http://www.google.com/bot.html)'),
  scanner('Bing preview of links', `${WINDOWS} ${WEBKIT} ${CHROME} BingPreview/1.0b`),
  scanner(
    'Skype and Teams preview',
    `${WINDOWS} SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com`,
  ),
  scanner(
    'Yahoo preview of links',
    'Mozilla/5.0 (compatible; Yahoo Link Preview; https://help.yahoo.com/kb/mail/yahoo-link-preview-SLN23615.html)',
  ),
  scanner('Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'),
  scanner('WhatsApp', 'WhatsApp/2.24.23.85 A'),
  scanner('Facebook', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'),
  scanner('A browser without a window', `${WINDOWS} ${WEBKIT} HeadlessChrome/131.0.0.0 Safari/537.36`),
  scanner('curl', 'curl/8.11.0'),
  scanner('A script in Python', 'python-requests/2.32.3'),
  scanner('A script in Go', 'Go-http-client/2.0'),
  scanner('A crawler', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'),
];
