// How each browser is started: alone, quiet, with a fresh profile, and with our server as its proxy.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Nothing of a browser's own goes out: whatever is not on this machine goes to our server. */
const proxy = (port) => `http://127.0.0.1:${port}`;

const CHROMIUM_FLAGS = [
  '--headless=new',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--disable-popup-blocking',
  '--no-default-browser-check',
  '--no-first-run',
  // Tabs that nobody looks at go on as the others do.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

function chromium(url, folder, port) {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const own = [`--user-data-dir=${folder}`, `--proxy-server=${proxy(port)}`];
  return { command: 'chromium', args: [...CHROMIUM_FLAGS, ...sandbox, ...own, url], env: {} };
}

const firefoxPreferences = (port) => ({
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_open_during_load': false,
  'dom.security.https_first': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': port,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': port,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
});

function firefox(url, folder) {
  return { command: 'firefox-esr', args: ['--headless', '--no-remote', '--profile', folder, url], env: {} };
}

function profile(port) {
  const rows = Object.entries(firefoxPreferences(port));
  return rows.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join('');
}

/** WebKitGTK's own browser, which Debian keeps beside the library. */
function miniBrowser() {
  const files = execFileSync('dpkg', ['-L', 'libwebkit2gtk-4.1-0'], { encoding: 'utf8' }).split('\n');
  return files.find((file) => file.endsWith('/MiniBrowser') && existsSync(file));
}

function webkit(url, folder, port) {
  const own = ['--javascript-can-open-windows-automatically=true', `--proxy=${proxy(port)}`];
  const env = { XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, NO_AT_BRIDGE: '1' };
  return { command: 'xvfb-run', args: ['--auto-servernum', miniBrowser(), ...own, url], env };
}

/** Each browser: how it is started on a page, the files its profile starts with, and what says its version. */
export const PROGRAMS = {
  chromium: { command: chromium, files: () => ({}), version: () => ['chromium'] },
  firefox: { command: firefox, files: (port) => ({ 'user.js': profile(port) }), version: () => ['firefox-esr'] },
  webkit: { command: webkit, files: () => ({}), version: () => ['xvfb-run', '--auto-servernum', miniBrowser()] },
};
