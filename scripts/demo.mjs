// `npm run demo`: sets two clients up, breaks them as people do, and lets the program repair them. Nothing of yours is read or written.

import { build, install } from './install.mjs';

const TEXTS = {
  preparing: { en: 'Installing and building…', zh: '正在安装依赖并构建……' },
  intro: {
    en: 'A gateway on loopback, a throw-away home, and stand-ins for codex and claude. Nothing of yours is touched.',
    zh: '下面使用本机回环上的模拟网关、一次性的主目录，以及 codex 和 claude 的替身，不会碰你自己的任何文件。',
  },
  init: { en: 'Set both clients up from nothing', zh: '从零设置两个客户端' },
  break: {
    en: 'Now two mistakes that people really make: /v1 added for Claude Code, /v1 removed for Codex',
    zh: '现在改出两个常见错误：给 Claude Code 的地址多加 /v1，把 Codex 地址里的 /v1 删掉',
  },
  check: { en: 'What is wrong?', zh: '哪里出了问题？' },
  fix: { en: 'Repair what can be proven', zh: '修复能够验证的问题' },
  'check again': { en: 'And now?', zh: '修好了吗？' },
  failed: { en: 'The demo did not work out, which is a defect of this project', zh: '演示没有成功，这是本项目的缺陷' },
  own: { en: 'Your turn. Look at your own configuration; this changes nothing:', zh: '轮到你了。检查你自己的配置，这一步不做任何修改：' },
  ownInit: {
    en: 'Set up a channel with your own key; it is asked for and not shown:',
    zh: '用你自己的密钥设置渠道（密钥会提示输入，不回显）：',
  },
};

/** As the program itself chooses. */
function language(env) {
  const set = ['CHANNEL_DOCTOR_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => env[name]).find(Boolean);
  return /^zh/i.test(set ?? Intl.DateTimeFormat().resolvedOptions().locale) ? 'zh' : 'en';
}

const lang = language(process.env);
const color = process.stdout.isTTY === true && !process.env.NO_COLOR;
const say = (text = '') => process.stdout.write(`${text}\n`);
const bold = (text) => (color ? `\x1b[1m${text}\x1b[22m` : text);
const title = (name) => say(`\n${bold(`# ${TEXTS[name][lang]}`)}`);

function show({ name, command, output, exit }) {
  title(name);
  if (!command) return;
  say(`$ ${command}`);
  say(output.trimEnd());
  if (exit !== 0) say(`(exit ${exit})`);
}

async function main() {
  process.stderr.write(`${TEXTS.preparing[lang]}\n`);
  const status = install({ quiet: true }) || build({ quiet: true });
  if (status !== 0) return status;
  say(TEXTS.intro[lang]);
  // The gateway's own imports need what was installed just now.
  const { runDemo } = await import('./demo-steps.mjs');
  await runDemo({ lang, color, onStep: show });
  say(`\n${bold(`# ${TEXTS.own[lang]}`)}\n$ node bin/channel-doctor.js check`);
  say(`\n${bold(`# ${TEXTS.ownInit[lang]}`)}\n$ node bin/channel-doctor.js init --base-url https://…`);
  return 0;
}

process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${TEXTS.failed[lang]}: ${error.message}\n`);
  process.exitCode = 1;
}
