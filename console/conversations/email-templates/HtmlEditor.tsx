import { html } from '@codemirror/lang-html'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import classes from './email-templates.module.css'

interface HtmlEditorProps {
  label: string
  value: string
  /** Read-only. */
  locked: boolean
  onChange: (text: string) => void
}

const theme = EditorView.theme({
  '&': { height: '490px' },
  '&.cm-focused': { outline: '2px solid var(--brand)', outlineOffset: '-1px' },
  '.cm-scroller': { font: 'var(--t-body)', fontFamily: 'var(--mono)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--well)',
    borderRight: '1px solid var(--hair)',
    color: 'var(--ink-3)',
  },
  // Code colours have too little contrast on a highlighted line.
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
})

// The library's own colours suit a light background only; these follow the colour scheme (email-templates.module.css).
const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.tagName, tags.angleBracket, tags.keyword], color: 'var(--accent-strong)' },
    {
      tag: [tags.attributeName, tags.propertyName, tags.definition(tags.variableName)],
      color: 'var(--red)',
    },
    {
      tag: [tags.attributeValue, tags.string, tags.number, tags.color, tags.url],
      color: 'var(--green)',
    },
    { tag: [tags.comment, tags.meta], color: 'var(--ink-2)', fontStyle: 'italic' },
    { tag: tags.character, color: 'var(--green)' },
    { tag: tags.invalid, textDecoration: 'underline wavy' },
  ]),
)

/** The HTML editor. In a separate file, so that it is loaded only when needed. */
export default function HtmlEditor({ label, value, locked, onChange }: HtmlEditorProps) {
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const initialValue = useRef(value)
  const changed = useEffectEvent(onChange)
  // CodeMirror manages its own DOM inside this element.
  useLayoutEffect(() => {
    const editor = new EditorView({
      ...(container.current && { parent: container.current }),
      doc: initialValue.current,
      extensions: [
        basicSetup,
        html(),
        EditorView.editable.of(!locked),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: 'false',
          // A read-only editor must be focusable to be scrolled by keyboard.
          ...(locked && { tabindex: '0', 'aria-readonly': 'true' }),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString())
        }),
        theme,
        colours,
      ],
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, locked])
  // Applies a value from outside, such as a restored version or a colleague's text. A layout effect, because it must run
  // before the next key press, which it would otherwise overwrite.
  useLayoutEffect(() => {
    const now = view.current?.state.doc.toString()
    // CodeMirror normalizes line breaks to \n.
    if (now !== undefined && now !== value.replaceAll(/\r\n?/g, '\n'))
      view.current?.dispatch({ changes: { from: 0, to: now.length, insert: value } })
  }, [value])
  return <div ref={container} className={classes.code} data-editor />
}
