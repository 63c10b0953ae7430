// The commands, in the order help shows them. Each is loaded only when it is called.

import { CHANNEL } from '../flags.ts';
import type { CommandInfo } from './command.ts';

export const COMMANDS: readonly CommandInfo[] = [
  {
    name: 'init',
    summary: { en: 'sets a channel up: interactive, or wholly from flags', zh: '设置渠道：交互式，或完全由参数给出' },
    usage: '[flags]',
    flags: [...CHANNEL, 'scope', 'no-verify'],
    maxPositionals: 0,
    example: 'channel-doctor init --base-url https://gateway.example --key-env GW_KEY --model m-main --yes',
    load: () => import('./init.ts'),
  },
  {
    name: 'check',
    summary: { en: 'finds and explains what is wrong; changes nothing', zh: '找出并解释问题；不做任何修改' },
    usage: '[flags]',
    flags: ['plain'],
    maxPositionals: 0,
    example: 'channel-doctor check --client codex',
    load: () => import('./check.ts'),
  },
  {
    name: 'fix',
    summary: {
      en: 'checks, shows the diff of the safe fixes, asks, applies, checks again',
      zh: '检查、展示安全修复的差异、询问、应用、再检查',
    },
    usage: '[flags]',
    flags: ['plain'],
    maxPositionals: 0,
    example: 'channel-doctor fix --yes',
    load: () => import('./fix.ts'),
  },
  {
    name: 'probe',
    summary: { en: 'validates one channel given by flags, no configuration involved', zh: '验证由参数给出的渠道，不涉及任何配置' },
    usage: '--base-url URL --model M [flags]',
    flags: CHANNEL,
    maxPositionals: 0,
    example: 'channel-doctor probe --base-url https://gateway.example --key-env GW_KEY --model m-main',
    load: () => import('./probe.ts'),
  },
  {
    name: 'show',
    summary: {
      en: 'prints the effective channel of each client and where every value comes from',
      zh: '显示每个客户端实际生效的渠道，以及每个值的来源',
    },
    usage: '[flags]',
    flags: ['plain'],
    maxPositionals: 0,
    example: 'channel-doctor show --client claude-code',
    load: () => import('./show.ts'),
  },
  {
    name: 'undo',
    summary: { en: 'takes the last change (or change ID) back', zh: '撤销最近一次（或指定 ID 的）改动' },
    usage: '[ID] [flags]',
    flags: ['list'],
    maxPositionals: 1,
    example: 'channel-doctor undo --list',
    load: () => import('./undo.ts'),
  },
  {
    name: 'providers',
    summary: { en: 'lists the provider templates, or prints one', zh: '列出服务商模板，或显示其中一个' },
    usage: '[ID] [flags]',
    flags: ['list', 'template'],
    maxPositionals: 1,
    example: 'channel-doctor providers deepseek',
    load: () => import('./providers.ts'),
  },
  {
    name: 'explain',
    summary: { en: 'the long text of a finding or failure class', zh: '某个诊断结果或失败类别的详细说明' },
    usage: 'ID | --list',
    flags: ['list'],
    maxPositionals: 1,
    example: 'channel-doctor explain url/v1-doubled',
    load: () => import('./explain.ts'),
  },
  {
    name: 'completion',
    summary: { en: 'prints a completion script for bash, zsh, fish or powershell', zh: '打印 bash、zsh、fish 或 powershell 的补全脚本' },
    usage: 'SHELL',
    flags: [],
    maxPositionals: 1,
    example: 'channel-doctor completion bash',
    load: () => import('./completion.ts'),
  },
];
