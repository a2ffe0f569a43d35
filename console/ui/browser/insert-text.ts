/**
 * Replaces the text of a field as if it had been typed: the browser's undo brings the earlier text back, and the field's change
 * event follows. The cursor is at the end.
 * @returns whether the browser can
 */
export function replaceText(field: HTMLTextAreaElement | HTMLInputElement | null, text: string): boolean {
  if (!field) return false
  field.focus()
  field.select()
  // The only call that keeps the undo history; all browsers have it.
  return document.execCommand?.(text === '' ? 'delete' : 'insertText', false, text) ?? false
}
