// The page: reads the controls, lets the chain run between two pictures, and shows what it found.
import { Chain, Refusal } from './chain.js';
import { PLANE, contours, plane, strip } from './plot.js';

const DATA_LEN = 100000;
const STRIP_LENGTH = 1500;
const TRAIL_LENGTH = 40;
/** Steps between two looks at the clock, and milliseconds of a picture that belong to the chain. */
const CHUNK = 50;
const BUDGET = 40;

const element = (id) => document.getElementById(id);
const names = ['scale', 'step', 'refresh', 'beta'];

let chain, judged, surface, density, lines, cells, trail, history, shownSteps;
let running = false;
let pending = 0;
/** The count of steps at which a run stops by itself. */
let goal = Infinity;

/** A control is a slider with a box beside it; sliders of positive settings are logarithmic. */
const fromSlider = (input) => (input.dataset.scale === 'log' ? 10 ** input.value : Number(input.value));
const toSlider = (input, value) => (input.dataset.scale === 'log' ? Math.log10(value) : value);

function settings() {
  return Object.fromEntries(names.map((name) => [name, element(name).valueAsNumber]));
}

/** What the chain samples as c_n² / m falls to 0: the posterior at temperature n / c_n, in the cells of the plane. */
function temper(scale) {
  const log = surface.likelihood.map((value, cell) => scale * (value + surface.prior[cell] / DATA_LEN));
  const highest = log.reduce((a, b) => Math.max(a, b));
  density = log.map((value) => Math.exp(value - highest));
  const total = density.reduce((sum, value) => sum + value);
  density = density.map((value) => value / total);
  lines = contours(density, [0.5, 0.9, 0.99]);
}

function say(text) {
  element('message').textContent = text;
  element('message').hidden = text === '';
}

function run(to) {
  if (!running) pending = requestAnimationFrame(frame);
  running = true;
  goal = to;
  showButtons();
}

function pause() {
  running = false;
  cancelAnimationFrame(pending);
  showButtons();
}

/** Starts the chain anew, or says why not: what is no number at all, or no whole one, does not reach the library. */
function refused() {
  const box = names.map(element).find((box) => !box.validity.valid);
  if (box) return `${box.labels[0].firstChild.textContent.trim()}: ${box.validationMessage}`;
  try {
    chain.start(settings());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `Refused: ${error.message}.`;
  }
  return '';
}

/** A new chain; what the library refuses is said in its words, and nothing runs until it is set right. */
function reset() {
  pause();
  const refusal = refused();
  element('toggle').disabled = element('thousand').disabled = refusal !== '';
  say(refusal);
  if (refusal !== '') return;
  temper(settings().scale);
  cells = new Float64Array(PLANE.columns * PLANE.rows);
  [trail, history] = [[], []];
  shownSteps = 0;
  draw();
}

function takeIn(draws) {
  const { columns, rows, left, right, bottom, top } = PLANE;
  for (let i = 0; i < draws.length; i += 2) {
    const [x, y] = [draws[i], draws[i + 1]];
    const column = Math.floor((x - left) / (right - left) * columns);
    const row = Math.floor((y - bottom) / (top - bottom) * rows);
    if (column >= 0 && column < columns && row >= 0 && row < rows) cells[row * columns + column] += 1;
    trail.push([x, y]);
    history.push(y);
  }
  trail = trail.slice(-TRAIL_LENGTH);
  history = history.slice(-STRIP_LENGTH);
  shownSteps += draws.length / 2;
}

/** Steps for one picture: as many as the speed says, or as fit where a run has an end. */
function frame() {
  const end = performance.now() + BUDGET;
  let left = goal < Infinity ? goal - shownSteps : element('speed').valueAsNumber;
  try {
    while (left > 0 && performance.now() < end) {
      const count = Math.min(left, CHUNK);
      takeIn(chain.advance(count));
      left -= count;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    pause();
    say(`Stopped: ${error.message}.`);
  }
  if (shownSteps >= goal) pause();
  draw();
  if (running) pending = requestAnimationFrame(frame);
}

/** What the chain finds wrong with itself; where that is nothing, so in words. */
function showHealth(steps) {
  const findings = chain.findings();
  const silence = steps < judged ? `No finding yet: acceptance is judged from ${judged.toLocaleString('en')} steps on.`
    : 'No finding.';
  const lines = findings.length > 0 ? findings : [silence];
  const list = element('health');
  if (lines.join('\n') === [...list.children].map((item) => item.textContent).join('\n')) return;
  list.replaceChildren(...lines.map((line) => {
    const item = document.createElement('li');
    item.textContent = line;
    item.classList.toggle('finding', findings.length > 0);
    return item;
  }));
}

const percent = (part, of) => (of > 0 ? `${(100 * part / of).toFixed(1)} %` : '–');

function draw() {
  const highest = density.reduce((a, b) => Math.max(a, b));
  const counted = Math.max(1, shownSteps);
  plane(element('draws'), cells.map((count) => count / counted), highest, lines, trail);
  plane(element('posterior'), density, highest, lines);
  strip(element('strip'), history, STRIP_LENGTH);

  const found = chain.statistics();
  element('steps').textContent = found.steps.toLocaleString('en');
  element('acceptance').textContent = percent(found.accepted, found.steps);
  element('moves').textContent =
    `forward ${percent(found.forwardAccepted, found.forward)}, ` +
    `backward ${percent(found.backwardAccepted, found.backward)}`;
  element('crossings').textContent = found.crossings.toLocaleString('en');
  for (const i of [0, 1]) {
    const moments = `${found.mean[i].toFixed(3)} ± ${found.deviation[i].toFixed(3)}`;
    element(`theta${i + 1}`).textContent = found.steps > 0 ? moments : '–';
  }
  element('fingerprint').textContent = chain.fingerprint();
  showHealth(found.steps);
}

function showButtons() {
  element('toggle').textContent = running ? 'Pause' : 'Start';
  element('toggle').setAttribute('aria-pressed', running);
}

function connect() {
  for (const name of names) {
    const [box, slider] = [element(name), element(`${name}-slider`)];
    slider.value = toSlider(slider, box.valueAsNumber);
    slider.addEventListener('input', () => {
      box.value = Number(fromSlider(slider).toPrecision(3));
      reset();
    });
    box.addEventListener('input', () => {
      slider.value = toSlider(slider, box.valueAsNumber);
      reset();
    });
  }
  element('toggle').addEventListener('click', () => (running ? pause() : run(Infinity)));
  element('thousand').addEventListener('click', () => run(shownSteps + 1000));
  element('reset').addEventListener('click', reset);
  window.addEventListener('resize', draw);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

try {
  chain = await Chain.load('chain.wasm');
  judged = chain.stepsToJudge();
  surface = chain.surface(PLANE);
  element('level').textContent = chain.simdLevel();
  connect();
  reset();
  document.documentElement.dataset.ready = 'true';
} catch (error) {
  say(`The chain could not be loaded: ${error.message}`);
}
