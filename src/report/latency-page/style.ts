// The page's style: system fonts, light and dark, from a phone to a wide screen, and on paper.

const LIGHT = `--ink:#16202e;--soft:#5a6677;--faint:#8893a3;--line:#dfe4ea;--page:#f4f6f9;--card:#fff;--well:#f0f3f7;--link:#2458c5;
--good:#1c7d4c;--good-bg:#e3f4ea;--warn:#8f5a00;--warn-bg:#fdf0d5;--bad:#b3261e;--bad-bg:#fce6e4;
--dns:#93a1b5;--tcp:#4f82e0;--proxy:#8d6fd6;--tls:#2ea3b7;--wait:#e3a93f;--accepted:#dd7c33;--first:#e3a93f;--thinking:#b35dbd;--writing:#3a9a62;
--z1:#cfead9;--z2:#e2efcf;--z3:#fbe8c0;--z4:#f8d0ae;--z5:#f3b6b0`;
const DARK = `--ink:#e7ecf3;--soft:#a5b0bf;--faint:#7c8898;--line:#2c3643;--page:#0e141b;--card:#161e28;--well:#1d2733;--link:#8ab4ff;
--good:#6fd39b;--good-bg:#143425;--warn:#f0bd5e;--warn-bg:#3a2c10;--bad:#ff9a91;--bad-bg:#421c1a;
--dns:#8291a6;--tcp:#5d8ff0;--proxy:#9f83e4;--tls:#3eb3c7;--wait:#d99d35;--accepted:#e0823c;--first:#d99d35;--thinking:#c071ca;--writing:#46ab71;
--z1:#1d4a34;--z2:#33471f;--z3:#54431a;--z4:#5c361c;--z5:#5e2825`;

const PHASES = ['dns', 'tcp', 'proxy', 'tls', 'wait', 'accepted', 'first', 'thinking', 'writing'];

export const STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif}
.shell{max-width:1120px;margin:0 auto;padding:28px 24px 40px}
.pick{position:absolute;opacity:0;pointer-events:none}
.langs{float:right;display:flex;border:1px solid var(--line);border-radius:999px;overflow:hidden;background:var(--card);font-size:13px}
.langs label{padding:4px 14px;cursor:pointer;color:var(--soft)}
#page-en:checked~.langs label[for=page-en],#page-zh:checked~.langs label[for=page-zh]{background:var(--ink);color:var(--card)}
#page-en:focus-visible~.langs label[for=page-en],#page-zh:focus-visible~.langs label[for=page-zh]{outline:2px solid var(--link);outline-offset:-2px}
#page-en:checked~main[lang=zh-CN],#page-zh:checked~main[lang=en]{display:none}
h1{font-size:22px;line-height:1.3;margin:0 0 2px;letter-spacing:-.01em}
h2{font-size:16px;margin:0 0 4px}
p{margin:0}
.sub{color:var(--soft);overflow-wrap:anywhere}
.sub b{color:var(--ink);font-weight:600}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:20px;margin-top:16px}
.note{color:var(--soft);font-size:13.5px;margin-bottom:12px}
.verdict{border-left-width:5px;display:grid;gap:6px}
.verdict .say{font-size:17px;line-height:1.5;overflow-wrap:anywhere}
.tags{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.tag{display:inline-block;padding:1px 10px;border-radius:999px;font-size:13px;font-weight:600;background:var(--well);color:var(--soft);white-space:nowrap}
.good{border-left-color:var(--good)}.warn{border-left-color:var(--warn)}.bad{border-left-color:var(--bad)}
.tag.good{background:var(--good-bg);color:var(--good)}.tag.warn{background:var(--warn-bg);color:var(--warn)}.tag.bad{background:var(--bad-bg);color:var(--bad)}
.tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:16px;margin-top:16px}
.tile{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px 18px}
.tile .name{color:var(--soft);font-size:13.5px}
.tile .figure{font-size:27px;font-weight:650;line-height:1.25;letter-spacing:-.02em;font-variant-numeric:tabular-nums;white-space:nowrap}
.tile .figure small{font-size:15px;font-weight:500;color:var(--soft);letter-spacing:0}
.tile .under{color:var(--faint);font-size:13px;font-variant-numeric:tabular-nums}
.two{display:grid;grid-template-columns:1fr 1fr;gap:16px;margin-top:16px}
.two>.card{margin-top:0;min-width:0}
.two>.card:only-child{grid-column:1/-1}
svg{display:block;width:100%;overflow:visible}
svg text{font-size:12px;fill:var(--soft);font-family:inherit;font-variant-numeric:tabular-nums}
svg text.strong{fill:var(--ink);font-weight:600}
.grid{stroke:var(--line);stroke-width:1}
.dot{fill:var(--tcp);fill-opacity:.75}.fit{stroke:var(--bad);stroke-width:2}.fit.poor{stroke-dasharray:5 5;stroke:var(--faint)}
.bar{fill:var(--tcp)}.line{fill:none;stroke:var(--writing);stroke-width:2;vector-effect:non-scaling-stroke}.area{fill:var(--writing);fill-opacity:.14}
${PHASES.map((phase) => `.p-${phase}{fill:var(--${phase});background:var(--${phase})}`).join('')}
.s-network{fill:var(--tcp)}.s-queue{fill:var(--wait)}.s-preprocessing{fill:var(--proxy)}.s-initialisation{fill:var(--tls)}.s-first-token{fill:var(--writing)}
.s-0{fill:var(--tcp)}.s-1{fill:var(--proxy)}.s-2{fill:var(--tls)}.s-3{fill:var(--wait)}.s-4{fill:var(--writing)}.s-5{fill:var(--thinking)}
.key{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0 0 12px;padding:0;list-style:none;font-size:13px;color:var(--soft)}
.key i,.swatch{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:6px}
.swatch{vertical-align:-1px}
.fall{display:grid;grid-template-columns:minmax(110px,max-content) 1fr max-content;gap:5px 14px;align-items:center;font-size:13px;font-variant-numeric:tabular-nums}
.fall{grid-auto-flow:dense}.fall .who,.fall .axis:not(.end):not(.lane){grid-column:1}.fall .lane{grid-column:2}.fall .end{grid-column:3}
.fall .who{color:var(--soft);white-space:nowrap}
.fall .who b{color:var(--ink);font-weight:600}
.fall .end{color:var(--soft);text-align:right;white-space:nowrap}
.plot{padding:26px 10px 38px 52px}
.note.below{margin:8px 0 0}
.scroll{overflow-x:auto;margin:0 -20px;padding:0 20px}
table{border-collapse:collapse;width:100%;font-size:13.5px;font-variant-numeric:tabular-nums}
th{font-weight:600;color:var(--soft);text-align:left;white-space:nowrap}
th,td{padding:6px 14px 6px 0;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child td{border-bottom:0}
.n{text-align:right;white-space:nowrap}
td.wide{min-width:230px;overflow-wrap:anywhere}
td.name{min-width:110px;overflow-wrap:anywhere}
.parts td:first-child:not(.wide){white-space:nowrap}
.parts td:first-child code{white-space:normal}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono CJK SC",monospace;overflow-wrap:anywhere}
ul.notes{margin:6px 0 0;padding-left:20px}
ul.notes li{margin:4px 0}
.sum{font-size:17px;font-variant-numeric:tabular-nums}
footer{margin-top:22px;color:var(--faint);font-size:13px}
@media (max-width:820px){.tiles{grid-template-columns:1fr 1fr}.two{grid-template-columns:1fr}}
@media (max-width:520px){.shell{padding:18px 14px 28px}.card{padding:16px}.tiles{gap:10px}.tile{padding:12px 14px}.tile .figure{font-size:22px}.scroll{margin:0 -16px;padding:0 16px}
.fall{grid-template-columns:1fr max-content;gap:2px 10px}.fall .lane{grid-column:1/-1;margin-bottom:8px}.fall .end{grid-column:2}.fall .axis{display:none!important}.plot{padding-left:44px}
.parts thead{display:none}.parts tr{display:flex;flex-wrap:wrap;gap:0 12px;padding:8px 0;border-bottom:1px solid var(--line)}.parts td{border:0;padding:0}.parts td:first-child{flex:1 1 auto}.parts td.wide{flex:1 0 100%;min-width:0;color:var(--soft);font-size:13px}.parts tr:last-child{border-bottom:0}}
@media print{body{background:#fff}.langs{display:none}.card,.tile{break-inside:avoid}}
`;
