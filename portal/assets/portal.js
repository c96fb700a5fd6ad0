// Shows exact figures while the debtor chooses, so that no review step is needed. Without it the page works with that step.
const form = document.getElementById('settle');
if (form) {
  const go = document.getElementById('go');
  const seen = form.elements.namedItem('seen');
  const { currency = 'EUR', empty = '' } = form.dataset;
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits;
  const write = (minor) => {
    const text = String(minor).padStart(digits + 1, '0');
    return format.format(digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`);
  };
  const sumFor = (way) => {
    let sum = 0n;
    for (const box of form.querySelectorAll('input[name="claim"]:checked'))
      if (way === 'now' || box.dataset[way] === '1') sum += BigInt(box.dataset.minor);
    return sum;
  };
  const show = (name, text) => {
    for (const place of form.querySelectorAll(`[data-live="${name}"]`)) place.textContent = text;
  };
  const update = () => {
    const way = form.querySelector('input[name="way"]:checked')?.value ?? 'now';
    const interval = form.querySelector('input[name="interval"]:checked');
    const plan = sumFor('plan');
    // The first parts carry the odd cents, as the plan itself does.
    const parts = [0n, 1n, 2n].map((index) => plan / 3n + (index < plan % 3n ? 1n : 0n));
    show('now', write(sumFor('now')));
    show('later', write(sumFor('later')));
    show('part', write(parts[0]));
    show('first', write(parts[0]));
    show('rest', parts[1] === parts[2] ? `2 × ${write(parts[2])}` : `${write(parts[1])} + ${write(parts[2])}`);
    if (interval) show('length', interval.dataset.length);
    const sum = sumFor(way);
    go.textContent = sum > 0n ? go.dataset[way].replace('{amount}', write(sum)) : empty;
    go.setAttribute('aria-disabled', String(sum === 0n));
    const date = form.elements.namedItem('date');
    const days = form.querySelector(`.each[data-interval="${interval?.value ?? ''}"]`)?.dataset.days ?? '';
    seen.value = [way, sum, way === 'plan' ? days : way === 'later' ? (date?.value ?? '') : ''].join('|');
  };
  form.addEventListener('change', update);
  form.addEventListener('submit', (event) => {
    update();
    if (go.getAttribute('aria-disabled') === 'true') event.preventDefault();
    const date = form.elements.namedItem('date');
    if (form.querySelector('input[name="way"]:checked')?.value === 'later' && date && !date.value) {
      event.preventDefault();
      date.focus();
      date.showPicker?.();
    }
  });
  // A page that the browser keeps may show a choice from before.
  addEventListener('pageshow', update);
  document.documentElement.classList.add('live');
  update();
}
