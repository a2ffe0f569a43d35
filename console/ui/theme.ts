import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** NAV-20: #3391ff is the primary colour: marker, focus ring, borders. Text and filled buttons take shade 7. */
const brand: MantineColorsTuple = [
  '#eaf3ff',
  '#d3e6ff',
  '#a9cfff',
  '#84bbff',
  '#66aaff',
  '#3391ff',
  '#1a76e6',
  '#0a5fca',
  '#084ea6',
  '#063b7d',
]
const red: MantineColorsTuple = [
  '#fff1f0',
  '#ffe0de',
  '#ffc2be',
  '#ffa19b',
  '#ff8a82',
  '#f5635a',
  '#dd3b32',
  '#c22820',
  '#a51f18',
  '#871812',
]
const dark: MantineColorsTuple = [
  '#d3d7dc',
  '#b9bfc6',
  '#9aa2ab',
  '#737b85',
  '#40464e',
  '#333940',
  '#262b31',
  '#191d22',
  '#13161a',
  '#0d0f12',
]
const gray: MantineColorsTuple = [
  '#fafbfc',
  '#f2f4f6',
  '#e7eaee',
  '#dadfe5',
  '#c6cdd5',
  '#98a1ac',
  '#6b7480',
  '#535b66',
  '#3a414a',
  '#22272e',
]

const sans =
  '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"'
const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace'

/** The look of the console: 13–14 px on an 8 px rhythm, greys with one accent. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 7,
  colors: { brand, red, dark, gray },
  black: '#1b2026',
  fontFamily: sans,
  fontFamilyMonospace: mono,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  // NAV-19
  breakpoints: { xs: '26.75em', sm: '31.25em', md: '34.375em', lg: '37.5em', xl: '68.75em' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  components: {
    // Dialogs and menus are inside the page, so that they are hidden with it when the session ends.
    Portal: { defaultProps: { target: '#layers' } },
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    // Beside their target, so that they are in the same landmark; fixed, so that no scrolling box clips them.
    Tooltip: {
      defaultProps: {
        withinPortal: false,
        floatingStrategy: 'fixed',
        events: { hover: true, focus: true, touch: true },
        openDelay: 150,
      },
    },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show what is typed', tabIndex: 0 } },
    },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
})

/** Colours that Mantine does not define, and replacements of Mantine's that are too faint for WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--portreeve-primary': '#3391ff' },
  light: {
    '--mantine-color-dimmed': '#59616b',
    '--mantine-color-placeholder': '#6b7480',
    '--mantine-color-error': '#c22820',
    '--mantine-color-anchor': '#0a5fca',
    '--mantine-color-default-border': '#c6cdd5',
    '--portreeve-edge': '#858f9b',
    '--portreeve-side': '#fafbfc',
    '--portreeve-line': '#e3e7ec',
    '--portreeve-hover': '#f2f4f6',
    '--portreeve-chosen': '#eaf3ff',
    '--portreeve-chosen-text': '#084ea6',
    '--portreeve-caution': '#b45309',
    '--portreeve-caution-side': '#fff7ed',
    '--portreeve-caution-text': '#8a3f06',
    '--portreeve-alarm-side': '#fdeceb',
    '--portreeve-alarm-text': '#b3261e',
    '--portreeve-done': '#16803c',
  },
  dark: {
    '--mantine-color-dimmed': '#a3abb5',
    '--mantine-color-placeholder': '#98a1ac',
    '--mantine-color-error': '#ff8a82',
    '--mantine-color-anchor': '#84bbff',
    '--portreeve-edge': '#7c8590',
    '--portreeve-side': '#13161a',
    '--portreeve-line': '#2c3238',
    '--portreeve-hover': '#20252b',
    '--portreeve-chosen': '#12263f',
    '--portreeve-chosen-text': '#a9cfff',
    '--portreeve-caution': '#d97706',
    '--portreeve-caution-side': '#2b1d0c',
    '--portreeve-caution-text': '#fbbf6b',
    '--portreeve-alarm-side': '#3a1b1a',
    '--portreeve-alarm-text': '#ff8a80',
    '--portreeve-done': '#4ec27f',
  },
})
