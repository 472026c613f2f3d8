// The pages that a browser is shown: each is another way to have the package in a page.

const script = (source) => `<script type="module" src="${source}"></script>`;
const policy = (rules) => ({ 'content-security-policy': `default-src 'none'; connect-src 'self'; ${rules}` });

/** Without a bundler: the browser finds the modules by these names. */
const IMPORTS = {
  mintid: '/node_modules/mintid/dist/index.js',
  'mintid/inspect': '/node_modules/mintid/dist/inspect.js',
  'mintid/ranges': '/node_modules/mintid/dist/ranges.js',
  'mintid/snowflake': '/node_modules/mintid/dist/snowflake.js',
  '@noble/hashes/sha2.js': '/node_modules/@noble/hashes/sha2.js',
};

/** Each page's address for a tab and an app, what is on it, and the headers it comes with. */
export const PAGES = {
  /** A bundle. */
  page: { body: ({ app }) => script(`/bundle/page/${app}.js`) },
  /** The package's one file and no bundler. */
  bare: {
    body({ app }) {
      const imports = { ...IMPORTS, app: `/app/${app}.mjs` };
      return `<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">import '/carry/page.mjs';</script>`;
    },
  },
  /** A worker made of a module. */
  worker: {
    body: ({ app, search }) =>
      `<script type="module">new Worker('/bundle/page/${app}.js${search}', { type: 'module' });</script>`,
  },
  /** A service worker made of a module; the page itself only hands on. */
  service: { body: () => script('/bundle/page/relay.js'), search: ({ app }) => `&service=/bundle/service/${app}.js` },
  /** A policy that forbids WebAssembly, since it does not allow it. */
  strict: { body: ({ app }) => script(`/bundle/page/${app}.js`), headers: policy("script-src 'self'") },
  /** A policy that allows it. */
  lenient: {
    body: ({ app }) => script(`/bundle/page/${app}.js`),
    headers: policy("script-src 'self' 'wasm-unsafe-eval'"),
  },
  /** A page without an origin: every access to `localStorage` throws. */
  sandboxed: {
    body: ({ app }) => script(`/bundle/page/${app}.js`),
    headers: { 'content-security-policy': 'sandbox allow-scripts' },
  },
  /** Plain HTTP on a name that is not this machine's: no secure context. */
  insecure: { body: ({ app }) => script(`/bundle/page/${app}.js`), origin: 'http://mintid.test' },
};

/** The document of a page. What goes wrong on it is reported under its tab. */
export function documentOf(page, asked) {
  return `<!doctype html><meta charset="utf-8"><title>${page}</title>
<script src="/carry/report.js"></script>
${PAGES[page].body(asked)}
`;
}
