// A page that leads somewhere by itself, and is not to be come back to.
const go = document.querySelector('a[data-go]');
if (go) setTimeout(() => location.replace(go.href), Number(go.dataset.go));

// A receipt prints itself; without this the browser's own menu does.
const print = document.querySelector('[data-print]');
if (print) {
  print.hidden = false;
  print.addEventListener('click', () => window.print());
}

// Amounts of a form in minor units: written as the page writes them, and read as the server does.
const amountsIn = ({ dataset: { currency = 'EUR', decimal } }) => {
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits;
  const write = (minor) => {
    const [sign, size] = minor < 0n ? ['-', -minor] : ['', minor];
    const text = String(size).padStart(digits + 1, '0');
    return format.format(sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`));
  };
  // As the server reads it (core/readAmount.ts); null is no amount.
  const read = (typed) => {
    const text = typed.replace(/[\s'’]/g, '').replace(/^[^\d-]+|[^\d]+$/g, '');
    if (text === '') return typed.trim() === '' ? 0n : null;
    const group = decimal === ',' ? '.' : ',';
    const grouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d+)?$`).test(text);
    const plain = grouped ? text.replaceAll(group, '') : /^(\d+[.,]\d{1,2}|0[.,]\d+)$/.test(text) ? text.replace(group, decimal) : text;
    const match = new RegExp(`^(\\d{1,15})(?:\\${decimal}(\\d+))?$`).exec(plain);
    const fraction = match?.[2]?.replace(/0+$/, '') ?? '';
    return match && fraction.length <= digits ? BigInt(match[1] + fraction.padEnd(digits, '0')) : null;
  };
  return { write, read };
};

// Shows exact figures while the debtor chooses, so that no review step is needed. Without it the page works with that step.
const form = document.getElementById('settle');
const settle = document.getElementById('go');
if (form && settle) {
  const go = settle;
  // Its fields stand anywhere on the page.
  const page = document.querySelector('main');
  const fields = (name) => [...form.elements].filter((field) => field.name === name);
  const chosen = (name) => fields(name).find(({ checked, type }) => checked || type === 'hidden')?.value;
  const seen = form.elements.namedItem('seen');
  const plan = document.getElementById('plan');
  const { empty = '', least: leastPart, amount: wrongAmount, part: wrongPart } = form.dataset;
  const { write, read } = amountsIn(form);
  const language = document.documentElement.lang;
  const sumFor = (way) => {
    let sum = 0n;
    const all = way === 'plan' && plan.dataset.all === '1';
    for (const box of fields('claim'))
      if ((all || box.checked || box.type === 'hidden') && (way === 'now' || box.dataset[way] === '1')) sum += BigInt(box.dataset.minor);
    return sum;
  };
  const show = (name, text, where = page) => {
    for (const place of where.querySelectorAll(`[data-live="${name}"]`)) place.textContent = text;
  };
  const long = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const withYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const dayText = (day, today) =>
    (Math.abs(Date.parse(day) - Date.parse(today)) < 300 * 86_400_000 ? long : withYear).format(new Date(day));

  const sums = (parts) => {
    const runs = [];
    for (const part of parts) {
      if (runs.at(-1)?.[0] === part) runs.at(-1)[1] += 1;
      else runs.push([part, 1]);
    }
    return runs.map(([part, count]) => (count === 1 ? write(part) : `${count} × ${write(part)}`)).join(' + ');
  };
  const say = (field, text) => {
    const place = document.getElementById(`${field}-problem`);
    if (!place) return;
    place.textContent = text;
    const input = document.getElementById(field);
    if (text) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  };

  /** Shows the plan that is chosen. @returns what the server is told to have been seen, and whether it can be agreed on. */
  const showPlan = () => {
    const { today, least, fewest, once, small, nodown } = plan.dataset;
    const sum = sumFor('plan');
    const box = document.getElementById('down');
    const typed = box ? read(box.value) : 0n;
    const isDown = typed !== null && (typed === 0n || (typed >= BigInt(least) && typed < sum));
    const down = isDown ? typed : 0n;
    const chooser = document.getElementById('parts');
    const most = (sum - down) / BigInt(least);
    for (const option of chooser.options ?? []) option.disabled = BigInt(option.value) > most;
    const fits = most >= BigInt(fewest);
    if (fits && BigInt(chooser.value) > most) chooser.value = String(most);
    const count = BigInt(chooser.value);
    // The first parts carry the odd cents, as the plan itself does.
    const rest = sum - down;
    const own = Array.from({ length: Number(count) }, (_, index) => rest / count + (BigInt(index) < rest % count ? 1n : 0n));
    const parts = down > 0n ? [down, ...own] : own;
    const name = chosen('interval');
    let days = [];
    for (const each of plan.querySelectorAll('.each')) {
      const { first, then: later, length, units } = each.dataset;
      const its = each.dataset.days.split(',').slice(0, parts.length);
      show('firstDay', first.replace('{day}', dayText(its[0], today)), each);
      show('first', write(parts[0]), each);
      each.querySelector('[data-live-row="rest"]').hidden = parts.length === 1;
      show('restDay', later.replace('{day}', dayText(its.at(-1), today)), each);
      show('rest', sums(parts.slice(1)), each);
      if (name !== undefined && each.dataset.interval !== name) continue;
      days = its;
      show('length', parts.length === 1 ? once : length.replace('{count}', String(parts.length * Number(units))));
    }
    show('part', write(own[0]));
    say('down', isDown || sum === 0n ? '' : nodown.replace('{most}', write(sum)));
    say('parts', fits || sum === 0n ? '' : small);
    return { sum, seen: `${typed ?? ''}|${days.join(',')}`, count: parts.length, wrong: isDown ? (fits ? null : chooser) : box };
  };

  /** What is paid now: all, or an amount that was typed. The server shows what a part goes to before it is paid. */
  const free = document.getElementById('amount');
  const showAmount = () => {
    const all = sumFor('now');
    const isTyped = free !== null && free.value.trim() !== '';
    const typed = isTyped ? read(free.value) : null;
    const fits = typed !== null && typed >= BigInt(leastPart) && typed <= all;
    const words = all < BigInt(leastPart) ? wrongPart : wrongAmount;
    say('amount', !isTyped || fits || all === 0n ? '' : words.replace('{most}', write(all)));
    return { sum: fits ? typed : all, isPart: fits && typed < all, wrong: isTyped && !fits ? free : null };
  };

  let wrong = null;
  const update = () => {
    const way = chosen('way') ?? 'now';
    const date = form.elements.namedItem('date');
    const planned = plan && showPlan();
    const paid = showAmount();
    show('now', write(paid.sum));
    if (date) show('later', write(sumFor('later')));
    const sum = way === 'now' ? paid.sum : sumFor(way);
    show('total', write(sum));
    wrong = sum === 0n ? null : way === 'plan' ? planned.wrong : way === 'now' ? paid.wrong : null;
    const isPart = way === 'now' && paid.isPart;
    const words = isPart ? go.dataset.review : way === 'plan' && planned.count === 1 ? go.dataset.planOnce : go.dataset[way];
    go.textContent = sum > 0n ? words.replace('{amount}', write(sum)).replace('{count}', String(planned?.count ?? '')) : empty;
    go.setAttribute('aria-disabled', String(sum === 0n || wrong !== null));
    seen.value = isPart ? '' : [way, sum, way === 'plan' ? planned.seen : way === 'later' ? (date?.value ?? '') : ''].join('|');
  };
  page.addEventListener('change', update);
  page.addEventListener('input', update);
  form.addEventListener('submit', (event) => {
    update();
    if (go.getAttribute('aria-disabled') === 'true') {
      event.preventDefault();
      wrong?.focus();
    }
    const date = form.elements.namedItem('date');
    if (chosen('way') === 'later' && date && !date.value) {
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

// Shows the sums of a month while they are typed, so that they are seen before they are sent.
const budget = document.getElementById('budget');
if (budget) {
  const { write, read } = amountsIn(budget);
  const update = () => {
    const sums = { incomes: 0n, expenses: 0n };
    for (const { dataset, value } of budget.querySelectorAll('[data-side]')) sums[dataset.side] += read(value) ?? 0n;
    const shown = { ...sums, left: sums.incomes - sums.expenses };
    for (const place of budget.querySelectorAll('[data-live]')) place.textContent = write(shown[place.dataset.live]);
    budget.elements.namedItem('seen').value = `${sums.incomes}|${sums.expenses}`;
  };
  budget.addEventListener('input', update);
  document.documentElement.classList.add('live');
  // What was kept is in its place by then.
  addEventListener('pageshow', update);
}

// What was written survives a reload, in this tab alone, until it has arrived: browsers forget it on pages that may not be stored.
const keptFor = (path, name) => `${path} ${name}`;
for (const place of document.querySelectorAll('textarea, [data-kept]')) {
  const key = keptFor(location.pathname, place.name);
  const kept = sessionStorage.getItem(key);
  const isOffered = !place.options || [...place.options].some(({ value }) => value === kept);
  if (kept && isOffered && (place.tagName !== 'TEXTAREA' || place.value === '')) place.value = kept;
  place.addEventListener('input', () => sessionStorage.setItem(key, place.value));
}
const [base, done] = location.pathname.split('/done/');
const from = { dispute: 'disagree', helpAdded: 'help' }[done] ?? done;
for (const key of done ? Object.keys(sessionStorage) : [])
  if (key.startsWith(keptFor(`${base}/${from}`, ''))) sessionStorage.removeItem(key);
