{{- define "postloom.dnsRule" }}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- end }}

{{/* A server of the installation: its pods where their labels are known, else its port anywhere. */}}
{{- define "postloom.peerRule" }}
- {{- if .peer.podLabels }}
  to:
    - podSelector:
        matchLabels: {{- toYaml .peer.podLabels | nindent 10 }}
      {{- with .peer.namespace }}
      namespaceSelector:
        matchLabels: { kubernetes.io/metadata.name: {{ . }} }
      {{- end }}
  {{- end }}
  ports: [{ port: {{ .peer.port }} }]
{{- end }}

{{- define "postloom.scrapeRule" }}
{{- with .Values.telemetry.scrapeNamespace }}
- from:
    - namespaceSelector:
        matchLabels: { kubernetes.io/metadata.name: {{ . }} }
  ports: [{ port: 9090 }]
{{- end }}
{{- end }}
