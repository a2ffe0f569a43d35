import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namesOf } from './core/figures.ts'
import { registry } from './core/metrics.ts'
import { figures } from './figures.ts'
import { showReplicaFigures } from './replica/metrics.ts'

// The dashboard and the alerts of operators, against the metrics that the server has.

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const dashboard = read('deploy/grafana/portreeve.json')
const alerts = read('deploy/prometheus/alerts.yml')
const docs = read('docs/deploy.md')

showReplicaFigures()
const known = [...registry.getMetricsAsArray().map(({ name }) => name), ...namesOf(figures)].filter((name) =>
  name.startsWith('portreeve_'),
)
const named = (text: string) =>
  new Set(
    [...text.matchAll(/\bportreeve_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')),
  )

test('the dashboard and the alerts name metrics that exist', () => {
  expect([...named(dashboard)].filter((name) => !known.includes(name))).toEqual([])
  expect([...named(alerts)].filter((name) => !known.includes(name))).toEqual([])
})

test('every metric is in a panel and in the documents', () => {
  expect(known.length).toBeGreaterThan(30)
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }
  const shown = named(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join(' '))
  expect(known.filter((name) => !shown.has(name))).toEqual([])
  expect(known.filter((name) => !named(docs).has(name))).toEqual([])
})

test('every alert has a time, a severity, and a sentence of what to do', () => {
  const rules = alerts.split('- alert: ').slice(1)
  expect(rules.length).toBeGreaterThan(15)
  for (const rule of rules) {
    expect(rule).toMatch(
      /^Portreeve\w+\n {8}expr: '.+'\n {8}for: \d+[mh]\n {8}labels: \{ severity: (warning|critical) \}\n/,
    )
    expect(rule).toMatch(/\n {10}summary: '.+\.'\n {10}description: '.+\.'\n *$/)
  }
  expect(new Set(rules.map((rule) => rule.split('\n')[0])).size).toBe(rules.length)
})
