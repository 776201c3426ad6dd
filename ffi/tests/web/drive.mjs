// Visits the page in headless Chromium over WebDriver and plays with it:
// node drive.mjs FOLDER FINGERPRINT SCREENSHOTS, where FINGERPRINT is that of 1000 steps of the native program.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const [folder, nativeFingerprint, screenshots] = process.argv.slice(2);

// The page's own server, which remembers what it was asked for.
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const requests = [];
const server = createServer(async (request, response) => {
  const path = request.url === '/' ? '/index.html' : request.url;
  requests.push(path);
  try {
    const body = await readFile(join(folder, path));
    response.writeHead(200, { 'content-type': types[extname(path)] }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${server.address().port}`;

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Asks again until the answer is true. */
async function until(what, answer) {
  for (const start = Date.now(); Date.now() - start < 60_000; await sleep(100)) {
    if (await answer()) return;
  }
  assert.fail(`never: ${what}`);
}

// Chromedriver tells the port that it took.
const driver = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const port = await new Promise((found, failed) => {
  let text = '';
  driver.on('error', failed);
  driver.on('exit', () => failed(new Error(`chromedriver ended: ${text}`)));
  driver.stdout.on('data', (data) => {
    text += data;
    const started = /on port (\d+)/.exec(text.replace(/^.*Starting.*$/m, ''));
    if (started) found(started[1]);
  });
});

async function command(method, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  assert.ok(response.ok, `${method} ${path}: ${value?.message}`);
  return value;
}

const profile = await mkdtemp(join(tmpdir(), 'sgmcmc-web-'));
const flags = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--window-size=1200,960', `--user-data-dir=${profile}`,
];

let session;
const post = (path, body) => command('POST', `/session/${session}${path}`, body);
const script = (text, ...args) => post('/execute/sync', { script: text, args });
const text = (id) => script('return document.getElementById(arguments[0]).textContent', id);

/** A click as a visitor's, by WebDriver's own rules: on what can be seen and is not covered. */
async function click(id) {
  const found = await post('/element', { using: 'css selector', value: `#${id}` });
  await post(`/element/${Object.values(found)[0]}/click`, {});
}

/** Types into a box. */
async function type(id, value) {
  const element = Object.values(await post('/element', { using: 'css selector', value: `#${id}` }))[0];
  await post(`/element/${element}/clear`, {});
  await post(`/element/${element}/value`, { text: value });
}

/** What the page says of the chain's health, and the findings among it. */
const health = () => text('health');
const findings = () => script('return [...document.querySelectorAll("#health .finding")].map((item) => item.textContent)');

/** A thousand steps of a chain with these settings, from its start. */
async function thousandWith(settings) {
  for (const [id, value] of Object.entries(settings)) await type(id, value);
  await click('thousand');
  await until('1000 steps', async () => (await steps()) === 1000 && (await text('toggle')) === 'Start');
}

const steps = async () => Number((await text('steps')).replaceAll(',', ''));

/** Colours of a screenshot's parts: how many there are, and how bright they are on the whole. */
async function looks(screenshot) {
  return post('/execute/async', { args: [screenshot], script: `
    const [data, done] = arguments;
    const image = new Image();
    image.onload = () => {
      const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const pixels = context.getImageData(0, 0, image.width, image.height).data, colours = new Set();
      let sum = 0;
      for (let i = 0; i < pixels.length; i += 4) {
        colours.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
        sum += pixels[i] + pixels[i + 1] + pixels[i + 2];
      }
      done({ colours: colours.size, brightness: sum / pixels.length / 0.75 / 255 });
    };
    image.src = 'data:image/png;base64,' + data;` });
}

async function shoot(name) {
  const screenshot = await command('GET', `/session/${session}/screenshot`);
  await writeFile(join(screenshots, `${name}.png`), screenshot, 'base64');
  return looks(screenshot);
}

/** Distinct colours within one picture of the page. */
const coloursOf = (id) => script(`
  const canvas = document.getElementById(arguments[0]);
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  return new Set(new Uint32Array(pixels.buffer)).size;`, id);

try {
  const options = { args: flags };
  const capabilities = { alwaysMatch: { browserName: 'chrome', 'goog:chromeOptions': options } };
  session = (await command('POST', '/session', { capabilities })).sessionId;
  await post('/url', { url: `${origin}/` });
  await until('the chain is there', () => script('return document.documentElement.dataset.ready === "true"'));

  assert.equal(await health(), 'No finding yet: acceptance is judged from 1,000 steps on.');

  // A thousand steps, to the last bit.
  await click('thousand');
  await until('1000 steps', async () => (await text('toggle')) === 'Start' && (await steps()) === 1000);
  assert.equal(await text('fingerprint'), nativeFingerprint, 'the fingerprint of the native program');
  assert.equal(await text('level'), 'WebAssembly SIMD128');
  assert.equal(await health(), 'No finding.');

  // Start, pause: the counts move, then stand still.
  await click('toggle');
  await until('it runs', async () => (await steps()) > 6000);
  assert.equal(await text('toggle'), 'Pause');
  await click('toggle');
  const paused = await steps();
  await sleep(300);
  assert.equal(await steps(), paused, 'a paused chain stands still');
  assert.ok(Number(await text('crossings')) > 3, 'it has crossed between the modes');
  const acceptance = Number.parseFloat(await text('acceptance'));
  assert.ok(acceptance > 30 && acceptance < 60, `acceptance ${acceptance} %`);
  assert.equal(await health(), 'No finding.');

  // Something is to be seen, in both themes.
  const light = await shoot('light');
  assert.ok(light.colours > 500 && light.brightness > 0.8, `light: ${JSON.stringify(light)}`);
  assert.ok(await coloursOf('draws') > 100 && await coloursOf('posterior') > 100 && await coloursOf('strip') > 3);
  const features = [{ name: 'prefers-color-scheme', value: 'dark' }];
  await post('/goog/cdp/execute', { cmd: 'Emulation.setEmulatedMedia', params: { features } });
  await sleep(300);
  const dark = await shoot('dark');
  assert.ok(dark.colours > 500 && dark.brightness < 0.3, `dark: ${JSON.stringify(dark)}`);

  // Settings that are refused are refused in the library's words; the page is as before once they are right.
  await type('beta', '0.5');
  assert.equal(await text('message'), 'Refused: proposal.beta must be finite and at least 1.');
  assert.equal(await script('return document.getElementById("toggle").disabled'), true);
  await shoot('refused');
  await type('beta', '9\ue003'); // a digit, and a backspace
  assert.match(await text('message'), /^β: ./, 'an empty box has no number');
  await type('refresh', '2.5');
  await type('beta', '2');
  assert.match(await text('message'), /^refresh length: ./, 'indices are whole');
  await type('refresh', '1001');
  assert.match(await text('message'), /^Refused: refresh_len /);
  await type('refresh', '0');
  assert.equal(await script('return document.getElementById("message").hidden'), true);

  // Each slider makes another chain, which begins anew.
  for (const [id, value] of [['scale', 1], ['step', 0], ['refresh', 10], ['beta', 1.5]]) {
    await click('reset');
    assert.equal(await steps(), 0);
    await script(`const slider = document.getElementById(arguments[0] + '-slider');
      slider.value = arguments[1];
      slider.dispatchEvent(new Event('input'));`, id, value);
    await click('thousand');
    await until('1000 steps', async () => (await steps()) === 1000 && (await text('toggle')) === 'Start');
    assert.notEqual(await text('fingerprint'), nativeFingerprint, `${id} makes another chain`);
  }

  // Too large a step is named, beside the plot, and so is too large a scale for the batches, which a pilot tells apart.
  await post('/goog/cdp/execute', { cmd: 'Emulation.setEmulatedMedia', params: { features: [] } });
  await thousandWith({ scale: '20', step: '20', refresh: '0', beta: '2' });
  const frozen = (await findings()).find((sentence) => sentence.startsWith('The chain is frozen: '));
  assert.match(frozen, /were accepted, of all 0; take a smaller step size than 20, /);
  const apart = await script(`
    const [list, plot] = ['health', 'strip'].map((id) => document.getElementById(id).getBoundingClientRect());
    return list.height > 20 && list.left >= plot.right && list.top < plot.bottom;`);
  assert.ok(apart, 'the sentences stand beside the plot');
  await shoot('sick');
  await thousandWith({ scale: '100', step: '3' });
  assert.equal((await findings()).length, 1);
  assert.match((await findings())[0], /^The likelihood scale, 100, is too large for batches of 1000: /);
  await thousandWith({ scale: '20' });
  assert.deepEqual(await findings(), [], 'it is well again');
  assert.equal(await health(), 'No finding.');
  assert.equal(await text('fingerprint'), nativeFingerprint, 'looks at its health change no bit');

  await post('/url', { url: `${origin}/` });
  await until('it is there again', () => script('return document.documentElement.dataset.ready === "true"'));

  // On a narrow screen nothing is cut off.
  await post('/window/rect', { width: 520, height: 1500 });
  await sleep(300);
  await shoot('narrow');
  const over = await script('return document.documentElement.scrollWidth - document.documentElement.clientWidth');
  assert.equal(over, 0, 'nothing sticks out at the side');

  // The page asked for its own files, and nobody else for anything.
  const asked = await script('return performance.getEntriesByType("resource").map((entry) => entry.name)');
  assert.deepEqual(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:')), []);
  const own = ['/index.html', '/style.css', '/page.js', '/chain.js', '/plot.js', '/chain.wasm'];
  assert.deepEqual([...new Set(requests)].sort(), own.sort());
  console.log(`${nativeFingerprint}: the page's fingerprint is the native program's`);
} finally {
  if (session) await command('DELETE', `/session/${session}`).catch(() => {});
  driver.removeAllListeners('exit');
  driver.kill();
  server.close();
  server.closeAllConnections();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
