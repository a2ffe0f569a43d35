/**
 * Flags as drawing instructions on a field of 30 × 20, so that no font and no outside address is needed. The list has only
 * flags that look right in a few strokes; any other country shows its code alone.
 *
 * Instructions, separated by spaces: `h:a,b` and `v:a,b` stripes (`a*2` twice as wide) · `x:bg,colour[,inner]` Nordic cross ·
 * `r:colour,x,y,w,h` rectangle · `o:colour,x,y,r` disc · `s:colour,x,y,r` star · `p:colour,x1,y1,x2,y2,…` polygon ·
 * `l:colour,width,x1,y1,x2,y2` line · `u` Union Jack in the upper hoist, `U` over the whole field.
 */
const [white, red, blue, green, yellow, black] = ['#fff', '#c8102e', '#012169', '#009b48', '#ffcd00', '#111']

const triangle = (colour: string) => `p:${colour},0,0,14,10,0,20`

export const flags: Record<string, string> = {
  AR: `h:#74acdf,${white},#74acdf o:#f6b40e,15,10,2`,
  AT: `h:${red},${white},${red}`,
  AU: `h:${blue} u s:${white},7.5,15.5,2.6 s:${white},22.5,4,1.6 s:${white},22.5,16.5,1.6 s:${white},18.5,9,1.6 s:${white},26,8,1.6`,
  BE: `v:${black},#fdda24,#ef3340`,
  BG: `h:${white},#00966e,#d62612`,
  BR: `h:#009c3b p:#ffdf00,3,10,15,2,27,10,15,18 o:#002776,15,10,4.4`,
  CA: `v:#d80621*1,${white}*2,#d80621*1 p:#d80621,15,3.2,16.5,6,18.4,5.2,18,8.6,20,7.4,20.6,8.8,22.6,8.4,21.8,10.8,22.8,11.6,19,14.4,19.4,15.8,15.5,15.2,15.5,17.4,14.5,17.4,14.5,15.2,10.6,15.8,11,14.4,7.2,11.6,8.2,10.8,7.4,8.4,9.4,8.8,10,7.4,12,8.6,11.6,5.2,13.5,6`,
  CH: `h:#da291c r:${white},13,4,4,12 r:${white},9,8,12,4`,
  CL: `h:${white},#d52b1e r:#0039a6,0,0,10,10 s:${white},5,5,3`,
  CN: `h:#ee1c25 s:#ffff00,5,5,3 s:#ffff00,10,2,1 s:#ffff00,12,4,1 s:#ffff00,12,7,1 s:#ffff00,10,9,1`,
  CO: `h:#fcd116*2,#003893*1,#ce1126*1`,
  CZ: `h:${white},#d7141a ${triangle('#11457e')}`,
  DE: `h:${black},#dd0000,#ffcc00`,
  DK: `x:#c8102e,${white}`,
  EE: `h:#0072ce,${black},${white}`,
  ES: `h:#aa151b*1,#f1bf00*2,#aa151b*1`,
  FI: `x:${white},#002f6c`,
  FR: `v:#002654,${white},#ce1126`,
  GB: 'U',
  GR: `h:#0d5eaf,${white},#0d5eaf,${white},#0d5eaf,${white},#0d5eaf,${white},#0d5eaf r:#0d5eaf,0,0,11.1,11.1 r:${white},4.45,0,2.2,11.1 r:${white},0,4.45,11.1,2.2`,
  HU: `h:#ce2939,${white},#477050`,
  ID: `h:#ce1126,${white}`,
  IE: `v:#169b62,${white},#ff883e`,
  IL: `h:${white} r:#0038b8,0,2,30,3 r:#0038b8,0,15,30,3 l:#0038b8,0.7,15,6.6,12.1,11.7,17.9,11.7,15,6.6 l:#0038b8,0.7,15,13.4,12.1,8.3,17.9,8.3,15,13.4`,
  IN: `h:#ff9933,${white},#138808 o:#000080,15,10,2.7 o:${white},15,10,2.2 o:#000080,15,10,0.6`,
  IS: `x:#02529c,${white},#dc1e35`,
  IT: `v:#008c45,${white},#cd212a`,
  JP: `h:${white} o:#bc002d,15,10,6`,
  LT: `h:#fdb913,#006a44,#c1272d`,
  LU: `h:#ed2939,${white},#00a1de`,
  LV: `h:#9e3039*2,${white}*1,#9e3039*2`,
  MX: `v:#006847,${white},#ce1126 o:#8c6b2f,15,10,2.4 o:${green},15,11,1.2`,
  NG: `v:#008751,${white},#008751`,
  NL: `h:#ae1c28,${white},#21468b`,
  NO: `x:#ba0c2f,${white},#00205b`,
  NZ: `h:${blue} u s:${white},23,4,1.8 s:${white},23,16,1.8 s:${white},19.5,9.5,1.8 s:${white},26.5,8.5,1.8 s:${red},23,4,1.3 s:${red},23,16,1.3 s:${red},19.5,9.5,1.3 s:${red},26.5,8.5,1.3`,
  PE: `v:#d91023,${white},#d91023`,
  PL: `h:${white},#dc143c`,
  PT: `v:#006600*2,#ff0000*3 o:${yellow},12,10,3.6 o:${red},12,10,2.2 o:${white},12,10,1.2`,
  RO: `v:#002b7f,#fcd116,#ce1126`,
  RU: `h:${white},#0039a6,#d52b1e`,
  SE: `x:#006aa7,#fecc02`,
  SK: `h:${white},#0b4ea2,#ee1c25 p:${white},4,5,12,5,12,11,8,16,4,11 p:#ee1c25,4.6,5.6,11.4,5.6,11.4,10.8,8,15.2,4.6,10.8 r:${white},7.6,6.6,0.8,6.4 r:${white},6,8,4,0.8 r:${white},5.6,10,4.8,0.8`,
  TH: `h:#a51931*1,${white}*1,#2d2a4a*2,${white}*1,#a51931*1`,
  TR: `h:#e30a17 o:${white},11,10,5 o:#e30a17,12.3,10,4 s:${white},17,10,2.4`,
  UA: `h:#0057b7,#ffd700`,
  US: `h:#b22234,${white},#b22234,${white},#b22234,${white},#b22234,${white},#b22234,${white},#b22234,${white},#b22234 r:#3c3b6e,0,0,12,10.77 ${[2, 5.4, 8.8].flatMap((y) => [2, 4.7, 7.4, 10].map((x) => `s:${white},${x},${y},1.1`)).join(' ')} ${[3.7, 7.1].flatMap((y) => [3.3, 6, 8.7].map((x) => `s:${white},${x},${y},1.1`)).join(' ')}`,
  VN: `h:#da251d s:#ffff00,15,10,6`,
}
