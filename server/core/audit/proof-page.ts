import { readFileSync } from 'node:fs'

const verifier = readFileSync(new URL('./verify-proof.js', import.meta.url), 'utf8')
  // Without comments and empty lines.
  .replace(/^\s*(\/\/.*|\/?\*.*)?\n/gm, '')

/**
 * The stand-alone page that checks a proof bundle: one file without a network, to be opened from the disk. Its script is that of
 * verify-proof.js, which the command line runs too, and what shows its answer.
 */
export const proofPage = (): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Check a proof bundle</title>
<style>body { font: 16px/1.5 system-ui; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere } label { display: block }</style>
<h1>Check a proof bundle</h1>
<p>This page works without a network. It sends the file nowhere.</p>
<label>The bundle <input type="file" id="file" accept="application/json,.json"></label>
<label>The fingerprint of the key, as published by the server or printed on the case file <input id="key" size="64"></label>
<h2 id="answer" role="status">Choose a file.</h2>
<ul id="lines"></ul>
<script type="module">
${verifier}const [file, key, answer, list] = ['file', 'key', 'answer', 'lines'].map((id) => document.getElementById(id))
async function check() {
  const [chosen] = file.files
  if (!chosen) return
  const known = key.value.trim().toLowerCase()
  const { faults, lines } = await verifyProof(await chosen.text(), known === '' ? undefined : [known])
  answer.textContent = faults.length > 0 ? 'NOT genuine' : known === '' ? 'Whole. Compare the key.' : 'Genuine'
  list.replaceChildren(...[...faults, ...lines].map((text) => Object.assign(document.createElement('li'), { textContent: text })))
}
file.addEventListener('change', check)
key.addEventListener('input', check)
</script>
</html>
`
