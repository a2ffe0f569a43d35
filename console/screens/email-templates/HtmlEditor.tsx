import { html } from '@codemirror/lang-html'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import classes from './templates.module.css'

interface HtmlEditorProps {
  label: string
  value: string
  /** It may only be read. */
  locked: boolean
  onChange: (text: string) => void
}

const look = EditorView.theme({
  '&': { height: '490px', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--portreeve-primary)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--portreeve-side)',
    borderRight: '1px solid var(--portreeve-line)',
    color: 'var(--mantine-color-dimmed)',
  },
  // On anything but plain paper the colours of code are too faint.
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--portreeve-hover)' },
})

// The library's own colours are made for plain paper; these follow light and dark (templates.module.css).
const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.tagName, tags.angleBracket, tags.keyword], color: 'var(--code-tag)' },
    {
      tag: [tags.attributeName, tags.propertyName, tags.definition(tags.variableName)],
      color: 'var(--code-name)',
    },
    {
      tag: [tags.attributeValue, tags.string, tags.number, tags.color, tags.url],
      color: 'var(--code-value)',
    },
    { tag: [tags.comment, tags.meta], color: 'var(--code-aside)', fontStyle: 'italic' },
    { tag: tags.character, color: 'var(--code-value)' },
    { tag: tags.invalid, textDecoration: 'underline wavy' },
  ]),
)

/** A place to write HTML. In a file of its own, so that its code comes only when it is needed. */
export default function HtmlEditor({ label, value, locked, onChange }: HtmlEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const first = useRef(value)
  const changed = useEffectEvent(onChange)
  // CodeMirror keeps a page of its own inside React's.
  useLayoutEffect(() => {
    const made = new EditorView({
      ...(place.current && { parent: place.current }),
      doc: first.current,
      extensions: [
        basicSetup,
        html(),
        EditorView.editable.of(!locked),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: 'false',
          // What is only read is still scrolled by the keyboard.
          ...(locked && { tabindex: '0', 'aria-readonly': 'true' }),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString())
        }),
        look,
        colours,
      ],
    })
    view.current = made
    return () => made.destroy()
  }, [label, locked])
  // What comes from elsewhere: an older save, somebody else's text. Before anything else happens: after one more key the
  // editor's text would be the newer one, and the key would be taken back.
  useLayoutEffect(() => {
    const now = view.current?.state.doc.toString()
    // CodeMirror knows one kind of line break.
    if (now !== undefined && now !== value.replaceAll(/\r\n?/g, '\n'))
      view.current?.dispatch({ changes: { from: 0, to: now.length, insert: value } })
  }, [value])
  return <div ref={place} className={classes.code} data-editor />
}
