// The roots of a template: addresses a client may be given, per wire API.

import type { Text, WireApi } from '../model.ts';
import type { Template, TemplateRoot } from '../templates.ts';
import { endpointOf, hasHole, isPrivate, parseAddress } from './address.ts';
import type { TableReader } from './table-reader.ts';

const WIRE_APIS = ['anthropic-messages', 'openai-responses', 'openai-chat'] as const satisfies readonly WireApi[];
const CONFIDENCES = ['documented', 'preset', 'inferred'] as const;
const HEADERS = ['bearer', 'x-api-key', 'header', 'none'] as const;
const HEADER_NAME = /^[a-z0-9][a-z0-9-]*$/;

const TROUBLE = {
  notAnAddress: {
    en: 'must be an http or https address without query, such as https://gw.example/api',
    zh: '必须是不带查询参数的 http 或 https 地址，例如 https://gw.example/api',
  },
  slash: { en: 'must not end in a slash', zh: '末尾不能有斜杠' },
  endpoint: {
    en: 'ends in /{endpoint}, which the client adds by itself: cut it off',
    zh: '末尾的 /{endpoint} 由客户端自己添加，请去掉',
  },
  version: {
    en: 'ends in /v1, which Claude Code adds by itself: cut it off',
    zh: '末尾的 /v1 由 Claude Code 自己添加，请去掉',
  },
  plain: {
    en: 'sends the key in clear over the internet: write https',
    zh: '密钥会在公网上明文传输，请改成 https',
  },
  headerName: {
    en: 'must be the lower-case name of the header, with header = "header" and only then',
    zh: '应为小写的请求头名称，且只在 header = "header" 时填写',
  },
} as const satisfies Record<string, Text>;

export function readRoots(reader: TableReader): Template['roots'] {
  const roots: Partial<Record<WireApi, readonly TemplateRoot[]>> = {};
  for (const wire of WIRE_APIS) {
    const list = reader.tables(wire).map((root) => readRoot(root, wire));
    if (list.length > 0) roots[wire] = list;
  }
  reader.close();
  return roots;
}

function readRoot(reader: TableReader, wire: WireApi): TemplateRoot {
  const url = reader.required('url');
  if (url !== '') checkRoot(reader, url, wire);
  const confidence = reader.oneOf('confidence', CONFIDENCES, 'documented');
  const header = reader.oneOf('header', HEADERS, 'bearer');
  const headerName = reader.text('header_name');
  const named = headerName !== undefined && HEADER_NAME.test(headerName);
  if (header === 'header' ? !named : headerName !== undefined) reader.problem('header_name', TROUBLE.headerName);
  const models = reader.texts('models');
  const smallModel = reader.text('small_model');
  reader.close();
  return {
    url,
    confidence,
    header: header === 'none' ? null : header,
    models,
    ...(smallModel === undefined ? {} : { smallModel }),
    ...(headerName === undefined ? {} : { headerName }),
  };
}

function checkRoot(reader: TableReader, url: string, wire: WireApi): void {
  const address = parseAddress(url);
  const endpoint = endpointOf(url);
  if (address === null || !URL.canParse(url) || /[?#\s]/.test(url)) reader.problem('url', TROUBLE.notAnAddress);
  else if (url.endsWith('/')) reader.problem('url', TROUBLE.slash);
  else if (endpoint !== null) reader.problem('url', TROUBLE.endpoint, { endpoint });
  else if (wire === 'anthropic-messages' && /\/v1$/i.test(url)) reader.problem('url', TROUBLE.version);
  else if (address.scheme === 'http' && !isPrivate(address.host) && !hasHole(address.host)) reader.problem('url', TROUBLE.plain);
}
