import { refusedSettings, rereadSettings, settingFiles } from './config.ts';
import type { Logger } from './logger.ts';
import { defineMetrics, gauge } from './metrics.ts';

/** A change is found by this time also where no setting is used. */
const LOOK_EVERY_MS = 5_000;

const metrics = defineMetrics('settings', {
  readSeconds: gauge(
    'Unix time at which this process last read its settings: at its start, or again from changed files',
  ),
  refusedCount: gauge('Settings that are wrong in a changed file; all settings keep their former values meanwhile'),
});

/** Reads changed files of settings again, logs it and shows it as metrics. The returned function ends it. */
export function watchSettings(logger: Logger): () => void {
  const show = (): void => {
    metrics.readSeconds.set(Date.now() / 1_000);
    metrics.refusedCount.set(refusedSettings().length);
  };
  show();
  const forget = settingFiles.whenChanged((settings) => {
    rereadSettings();
    const problems = refusedSettings();
    if (problems.length === 0) {
      logger.info('Settings were read again', { settings });
    } else {
      logger.error('Changed settings are wrong; all keep their former values', { settings, problems });
    }
    show();
  });
  const timer = setInterval(() => settingFiles.look(), LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    forget();
  };
}
