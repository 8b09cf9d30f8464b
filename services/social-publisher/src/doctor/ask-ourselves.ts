import { Injectable } from '@nestjs/common';
import { HttpClient, OutboundError } from '@postloom/chassis';

const PATIENCE_MS = 3_000;

/** Does the address that platforms redirect people to lead to Postloom? Requested without a session, so it answers "unauthorized". */
@Injectable()
export class AskOurselves {
  constructor(private readonly http: HttpClient) {}

  async execute(redirectUri: string): Promise<'answered' | 'other' | 'silent'> {
    try {
      const response = await this.http.request({
        url: redirectUri,
        method: 'GET',
        timeoutMs: PATIENCE_MS,
        redirect: 'manual',
        headers: { accept: 'application/json' },
      });
      return response.status === 401 && response.text().includes('"unauthorized"') ? 'answered' : 'other';
    } catch (error) {
      if (!(error instanceof OutboundError)) {
        throw error;
      }
      return 'silent';
    }
  }
}
