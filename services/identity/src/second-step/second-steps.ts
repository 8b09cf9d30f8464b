import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { SecurityState } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { tokenHash } from '../credentials/index.ts';
import { loadTotp } from './load-totp.ts';
import { plainRecoveryCode, RECOVERY_CODE_BYTES, recoveryCode, RECOVERY_CODES } from './recovery-codes.ts';
import { SecondStepsRepository } from './second-steps.repository.ts';
import type { TotpRow } from './second-steps.repository.ts';
import { TotpVault } from './totp-vault.ts';

/** Seconds by which a person's clock may be off, each way: one step. */
const TOLERANCE_SECONDS = 30;

/** The codes of an app and the recovery codes of a person: whether they are asked for, and whether one is right. */
@Injectable()
export class SecondSteps {
  constructor(
    private readonly random: Random,
    private readonly repository: SecondStepsRepository,
    private readonly vault: TotpVault,
  ) {}

  async isOn(tx: Tx, userId: string): Promise<boolean> {
    return (await this.repository.find(tx, userId))?.state === 'on';
  }

  /**
   * Uses a code of the app, or a recovery code, once. A wrong one, one that was used and one of another time are the same to the caller.
   * @throws AppError `invalid_code`
   */
  async use(tx: Tx, userId: string, code: string): Promise<'code' | 'recovery-code'> {
    if (isAppCode(code)) {
      const row = await this.repository.find(tx, userId);
      const step = row?.state === 'on' ? await this.stepOf(tx, userId, row, code) : null;
      if (step !== null && (await this.repository.useStep(tx, userId, step))) {
        return 'code';
      }
    } else if (await this.repository.useRecoveryCode(tx, userId, tokenHash(plainRecoveryCode(code)))) {
      return 'recovery-code';
    }
    throw new AppError('invalid_code');
  }

  /** The step whose code this is, by the database's clock; null when it is not one of now, or was used. */
  async stepOf(tx: Tx, userId: string, row: TotpRow, code: string): Promise<number | null> {
    const [{ verifySync }, now] = await Promise.all([loadTotp(), tx.now()]);
    const found = verifySync({
      secret: this.vault.open(userId, row),
      token: compact(code),
      epoch: Math.floor(now.getTime() / 1_000),
      epochTolerance: TOLERANCE_SECONDS,
      afterTimeStep: row.lastStep,
    });
    return found.valid && 'timeStep' in found ? found.timeStep : null;
  }

  /** New codes instead of all earlier ones; only here are they seen. */
  async renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () =>
      recoveryCode(Buffer.from(this.random.token(RECOVERY_CODE_BYTES), 'base64url')),
    );
    await this.repository.putRecoveryCodes(
      tx,
      userId,
      codes.map((code) => tokenHash(plainRecoveryCode(code))),
    );
    return codes;
  }

  /** As Settings show it. */
  async state(tx: Tx, userId: string): Promise<SecurityState['secondStep']> {
    const row = await this.repository.find(tx, userId);
    return {
      isAvailable: this.vault.currentKid !== null,
      onSince: row?.onSince?.toISOString() ?? null,
      recoveryCodesLeft: await this.repository.countRecoveryCodes(tx, userId),
    };
  }

  /** What somebody may have set up who was in the account. */
  async removeSince(tx: Tx, userId: string, since: Date): Promise<void> {
    await this.repository.removeSince(tx, userId, since);
  }
}

/** Six digits, as apps show them: sometimes in two groups. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(compact(code));
}

function compact(code: string): string {
  return code.replace(/\s/g, '');
}
