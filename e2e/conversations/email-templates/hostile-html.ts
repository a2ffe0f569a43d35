/** Actions that a mail's HTML must not be able to take. `u` is an address that counts requests, `js` a script that reports. */
type Vector = (u: string, js: string) => string

const scripts: Vector[] = [
  (_u, js) => `<script>${js}</script>`,
  (u) => `<script src="${u}"></script>`,
  (u) => `<script type="module" src="${u}"></script>`,
  (u) => `<script type="module">import "${u}"</script>`,
  (_u, js) => `<img src=x onerror="${js}">`,
  (u, js) => `<img src="${u}" onload="${js}">`,
  (_u, js) => `<svg onload="${js}">`,
  (_u, js) => `<svg><script>${js}</script></svg>`,
  (_u, js) => `<svg><animate onbegin="${js}" attributeName=x dur=1s>`,
  (_u, js) => `<svg><set onbegin="${js}" attributeName=x>`,
  (_u, js) => `<math><mtext><style><img src=x onerror="${js}"></style></mtext></math>`,
  (_u, js) => `<body onload="${js}">`,
  (_u, js) => `<body onpageshow="${js}">`,
  (_u, js) => `<iframe src="javascript:${js}"></iframe>`,
  (_u, js) => `<iframe srcdoc="<script>${js.replaceAll('"', '&quot;')}</script>"></iframe>`,
  (_u, js) => `<object data="javascript:${js}"></object>`,
  (_u, js) => `<object data="data:text/html,<script>${js}</script>"></object>`,
  (_u, js) => `<embed src="javascript:${js}">`,
  (_u, js) => `<input autofocus onfocus="${js}">`,
  (_u, js) => `<select autofocus onfocus="${js}"></select>`,
  (_u, js) => `<details open ontoggle="${js}"><summary>x</summary></details>`,
  (_u, js) => `<video><source onerror="${js}" src=x></video>`,
  (_u, js) => `<audio src=x onerror="${js}"></audio>`,
  (_u, js) => `<marquee onstart="${js}">x</marquee>`,
  (_u, js) => `<div style="animation: a 1ms" onanimationstart="${js}"></div><style>@keyframes a {}</style>`,
  (_u, js) => `<div onpointerover="${js}" onclick="${js}" style="position:fixed;inset:0">x</div>`,
  (_u, js) => `<template shadowrootmode="open"><img src=x onerror="${js}"></template>`,
  (_u, js) =>
    `<noscript><p title="</noscript><img src=x onerror=${JSON.stringify(js).replaceAll('"', '&quot;')}>"></noscript>`,
  (_u, js) => `<style></style/><img src=x onerror="${js}"></style>`,
  (_u, js) => `<!--><img src=x onerror="${js}">-->`,
]

const loads: Vector[] = [
  (u) => `<img src="${u}">`,
  (u) => `<img srcset="${u} 1x, ${u}?2 2x">`,
  (u) => `<picture><source srcset="${u}"><img></picture>`,
  (u) => `<img src="${u}" loading="eager" fetchpriority="high" crossorigin>`,
  (u) => `<input type="image" src="${u}">`,
  (u) => `<table background="${u}"><tr><td>x</td></tr></table>`,
  (u) => `<body background="${u}">`,
  (u) => `<div style="background: url('${u}')">x</div>`,
  (u) => `<div style="background-image: image-set('${u}' 1x)">x</div>`,
  (u) => `<div style="list-style-image: url('${u}'); display: list-item">x</div>`,
  (u) => `<div style="border-image: url('${u}') 1; border: 1px solid">x</div>`,
  (u) => `<div style="cursor: url('${u}'), auto">x</div>`,
  (u) => `<div style="content: url('${u}')">x</div>`,
  (u) => `<div style="mask: url('${u}#x'); filter: url('${u}#y'); clip-path: url('${u}#z')">x</div>`,
  (u) => `<div style="shape-outside: url('${u}'); float: left">x</div>`,
  (u) => `<style>@import url("${u}");</style>`,
  (u) => `<style>@import "${u}" layer(x);</style>`,
  (u) => `<style>@font-face { font-family: f; src: url("${u}") } body { font-family: f }</style>`,
  (u) => `<style>body::before { content: url("${u}") }</style>`,
  (u) => `<style>input[value^="a"] { background: url("${u}") }</style><input value="a">`,
  (u) => `<link rel="stylesheet" href="${u}">`,
  (u) => `<link rel="preload" as="image" href="${u}">`,
  (u) => `<link rel="prefetch" href="${u}">`,
  (u) => `<link rel="preconnect" href="${u}">`,
  (u) => `<link rel="dns-prefetch" href="${u}"><link rel="prerender" href="${u}">`,
  (u) => `<link rel="modulepreload" href="${u}">`,
  (u) => `<link rel="icon" href="${u}"><link rel="manifest" href="${u}">`,
  (u) => `<iframe src="${u}"></iframe>`,
  (u) => `<iframe src="${u}" sandbox="allow-scripts allow-same-origin"></iframe>`,
  (u) => `<frameset><frame src="${u}"></frameset>`,
  (u) => `<object data="${u}"></object>`,
  (u) => `<embed src="${u}">`,
  (u) => `<video src="${u}" poster="${u}?poster" autoplay></video>`,
  (u) => `<audio src="${u}" autoplay></audio>`,
  (u) => `<video><source src="${u}"><track default src="${u}?track"></video>`,
  (u) => `<svg><image href="${u}" xlink:href="${u}"/></svg>`,
  (u) => `<svg><use href="${u}#x"/></svg>`,
  (u) => `<svg><filter id=f><feImage href="${u}"/></filter><rect filter="url(#f)" width=9 height=9 /></svg>`,
  (u) => `<meta http-equiv="refresh" content="0; url=${u}">`,
  (u) => `<meta http-equiv="Content-Security-Policy" content="default-src *"><img src="${u}">`,
  (u) => `<meta http-equiv="Link" content="<${u}>; rel=preload">`,
  (u) => `<base href="${u}/"><img src="x.png"><link rel="stylesheet" href="y.css">`,
  (u) => `<form action="${u}" id=f><button autofocus>x</button></form><script>f.submit()</script>`,
  (u) => `<a href="${u}" ping="${u}?ping" id="go">follow</a>`,
  (u) => `<html manifest="${u}"><body>x`,
  (u) => `<template shadowrootmode="open"><link rel="preconnect" href="${u}"><img src="${u}"></template>`,
  (u) => `<svg><style><!--</style><link rel="preconnect" href="${u}"><img src="${u}">--></style></svg>`,
  (u) =>
    `<math><mglyph><style><!--</style><img title="--><link rel=preconnect href='${u}'><img src='${u}'>"></mglyph></math>`,
  (u) => `<textarea></textarea><img src="${u}"><xmp></xmp><img src="${u}">`,
  (u) => `<portal src="${u}"></portal><fencedframe src="${u}"></fencedframe>`,
]

/** Shapes around each vector: alone, in an unexpected place, and closing the preceding element. */
const shapes: ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `<table><tr>${vector}</tr></table>`,
  (vector) => `</title></style></textarea></script></body></html>--> ]]>${vector}`,
]

/** Every vector in every shape. @param address of its number; @param script of its number */
export const hostileHtml = (address: (at: number) => string, script: (at: number) => string): string[] =>
  shapes
    .flatMap((shape) => [...scripts, ...loads].map((vector) => ({ shape, vector })))
    .map(({ shape, vector }, at) => shape(vector(address(at), script(at))))
