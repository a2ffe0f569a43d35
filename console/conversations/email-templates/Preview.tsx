import { Group, SegmentedControl, Switch, Text } from '@mantine/core'
import { fill, type Values } from '@portreeve/contract/conversations/variables'
import { useDeferredValue, useState } from 'react'
import { trustMail } from '../../ui/browser/trusted-types.ts'
import type { Typed } from './draft.ts'
import classes from './email-templates.module.css'
import { previewDocument } from './preview.ts'

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** EML-20: the mail filled in with the sample values, in a sandboxed frame. */
export function Preview({ typed, values }: { typed: Typed; values: Values }) {
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const [narrow, setNarrow] = useState(false)
  // Typing has priority over the preview.
  const html = useDeferredValue(typed.HtmlPart)
  const page = previewDocument(fill(html, values), scheme)
  return (
    <section className={classes.preview} aria-label="Preview">
      <Group gap="sm" justify="space-between">
        <SegmentedControl
          aria-label="Colors of the preview"
          size="xs"
          data={[...schemes]}
          value={scheme}
          onChange={setScheme}
        />
        <Switch
          size="xs"
          label="320 px wide"
          checked={narrow}
          onChange={(event) => setNarrow(event.currentTarget.checked)}
        />
      </Group>
      <Text size="sm" fw={600} dir="auto" className={classes.subject}>
        {fill(typed.SubjectPart ?? '', values) || 'No subject'}
      </Text>
      <iframe
        title="HTML preview"
        sandbox=""
        referrerPolicy="no-referrer"
        className={classes.frame}
        data-scheme={scheme}
        data-narrow={narrow || undefined}
        // Not as a prop: React would stringify the trusted value, and Trusted Types refuse a plain string.
        ref={(frame) => {
          if (frame && frame.srcdoc !== page) frame.srcdoc = trustMail(page)
        }}
      />
      <Text size="xs" c="dimmed">
        Pictures, scripts and links do nothing here.
      </Text>
    </section>
  )
}
