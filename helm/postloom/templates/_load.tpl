{{/* What every pod of a load test is given. */}}
{{- define "postloom.loadPod" }}
{{- $load := .root.Values.load }}
{{- $image := eq .part "load" | ternary $load.image $load.starterImage }}
{{- with $image }}
image: {{ . }}
{{- end }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: 'false'
metadata:
  labels: {{- include "postloom.labels" . | nindent 4 }}
securityContext: {{- include "postloom.podSecurity" .root | nindent 2 }}
containerSecurityContext: {{- include "postloom.containerSecurity" .root | nindent 2 }}
resources: {{- toYaml $load.resources | nindent 2 }}
{{- end }}

{{/* The scenarios in their folders again: the keys of a ConfigMap have no slashes. */}}
{{- define "postloom.loadVolumes" }}
- name: scenarios
  configMap:
    name: {{ .name }}
    items:
      {{- range $file, $_ := .scenarios }}
      - { key: {{ replace "/" "." $file }}, path: {{ $file }} }
      {{- end }}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- end }}
