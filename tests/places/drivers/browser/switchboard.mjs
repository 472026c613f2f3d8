// Lines to tabs and answers back. A tab asks for its next line, and waits with that until there is one.

/**
 * How long it waits before it is told that there is none yet, in milliseconds. Short, since a browser keeps six connections to a
 * host: where as many tabs wait, no page is loaded meanwhile.
 */
const PATIENCE = 1_000;

/** What a tab is told beside lines. */
const NOTHING = 204;
const END = 205;

export class Switchboard {
  #tabs = new Map();

  #tab(name) {
    if (!this.#tabs.has(name)) this.#tabs.set(name, { lines: [], waiting: [], failed: undefined });
    return this.#tabs.get(name);
  }

  /** A tab brings its answer, empty at first, and asks for the next line. */
  poll(name, said, response, headers) {
    const tab = this.#tab(name);
    if (said !== '') tab.waiting.shift()?.resolve(said);
    tab.send = (status, line) => {
      clearTimeout(timer);
      tab.send = undefined;
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(line);
    };
    const timer = setTimeout(() => tab.send?.(NOTHING), PATIENCE);
    this.#next(tab);
  }

  #next(tab) {
    if (tab.send === undefined) return;
    if (tab.closed) tab.send(END);
    else if (tab.lines.length > 0) tab.send(200, tab.lines.shift());
  }

  /** Asks a tab. */
  ask(name, line) {
    const tab = this.#tab(name);
    return new Promise((resolve, reject) => {
      if (tab.failed !== undefined) return reject(new Error(tab.failed));
      tab.waiting.push({ resolve, reject });
      tab.lines.push(line);
      this.#next(tab);
    });
  }

  /** Something went wrong in a tab. */
  fail(name, why) {
    const tab = this.#tab(name);
    tab.failed = why;
    for (const { reject } of tab.waiting.splice(0)) reject(new Error(why));
  }

  /** Ends a tab, all without a name. */
  close(name) {
    const tabs = name === undefined ? this.#tabs.values() : [this.#tab(name)];
    for (const tab of tabs) {
      tab.closed = true;
      this.#next(tab);
    }
  }
}
