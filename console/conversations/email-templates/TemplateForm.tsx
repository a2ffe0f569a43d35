import '@mantine/core/styles/Tabs.layer.css'
import { Tabs, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { Typed } from './draft.ts'
import classes from './email-templates.module.css'
import { Preview } from './Preview.tsx'
import type { Variables } from './useVariables.ts'
import { VariablesPanel } from './VariablesPanel.tsx'

// As large as the rest of the console, so it is loaded only when the HTML tab is opened.
const HtmlEditor = onDemand(
  async () => (await import('./HtmlEditor.tsx')).default,
  <div className={classes.waiting}>
    <Spinner />
  </div>,
)

interface TemplateFormProps {
  typed: Typed
  onChange: (change: Partial<Typed>) => void
  variables: Variables
  /** Fields above the subject. */
  children?: ReactNode
}

/** EML-16 to EML-21, EML-37, EML-38 */
export function TemplateForm({ typed, onChange, variables, children }: TemplateFormProps) {
  const whyNot = useWhyNot('emailTemplates.write')
  const locked = whyNot ? { readOnly: true, 'aria-description': whyNot, title: whyNot } : {}
  const [tab, setTab] = useState<'text' | 'html'>('text')
  // The editor stays mounted after the first opening, which keeps its undo history.
  const [opened, setOpened] = useState(false)
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        {children}
        <TextInput
          label="Subject"
          {...locked}
          autoComplete="off"
          dir="auto"
          value={typed.SubjectPart ?? ''}
          onChange={(event) => onChange({ SubjectPart: event.currentTarget.value })}
        />
      </div>
      <Tabs
        value={tab}
        onChange={(value) => {
          setTab(value === 'html' ? 'html' : 'text')
          if (value === 'html') setOpened(true)
        }}
      >
        <Tabs.List aria-label="Body">
          <Tabs.Tab value="text">Text</Tabs.Tab>
          <Tabs.Tab value="html">HTML</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text" pt="sm">
          <Textarea
            aria-label="Text body"
            {...locked}
            autosize
            minRows={12}
            maxRows={30}
            dir="auto"
            value={typed.TextPart}
            onChange={(event) => onChange({ TextPart: event.currentTarget.value })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="html" pt="sm">
          {opened && (
            <div className={classes.sides}>
              <HtmlEditor
                label="HTML body"
                key={String(whyNot)}
                locked={whyNot !== null}
                value={typed.HtmlPart}
                onChange={(HtmlPart) => onChange({ HtmlPart })}
              />
              {/* EML-21 */}
              {tab === 'html' && <Preview typed={typed} values={variables.values} />}
            </div>
          )}
        </Tabs.Panel>
      </Tabs>
      <VariablesPanel
        variables={variables}
        onRename={(from, to) => {
          const renamed = (text: string) =>
            text.replaceAll(
              new RegExp(`(\\{\\{\\{?\\s*)${from.replaceAll('.', '\\.')}(\\s*\\}\\})`, 'g'),
              `$1${to}$2`,
            )
          onChange({
            SubjectPart: typed.SubjectPart === null ? null : renamed(typed.SubjectPart),
            TextPart: renamed(typed.TextPart),
            HtmlPart: renamed(typed.HtmlPart),
          })
        }}
      />
    </div>
  )
}
