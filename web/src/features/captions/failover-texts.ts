export const failoverTexts = {
  label: 'Let another provider write when this one gives no caption',
  hint: 'They are asked in this order. The caption says who wrote it.',
  failed: 'Failed to save this. Please try again.',
} as const;
